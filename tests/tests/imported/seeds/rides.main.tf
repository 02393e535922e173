locals { app_name = "rideshare" }
variable "env" { default = "dev" }
resource "aws_dynamodb_table" "rides" {
  name         = "${local.app_name}-${var.env}-rides"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "Pkey"
  range_key    = "Skey"
  dynamic "attribute" {
    for_each = ["Pkey", "Skey", "GSI1Pkey", "GSI1Skey"]
    content {
      name = attribute.value
      type = "S"
    }
  }
  global_secondary_index {
    name            = "GSI1"
    hash_key        = "GSI1Pkey"
    range_key       = "GSI1Skey"
    projection_type = "ALL"
  }
  ttl {
    attribute_name = "TimeToExist"
    enabled        = true
  }
  point_in_time_recovery { enabled = var.env == "prod" ? true : false }
  tags = { Team = "mobility" }
  lifecycle { prevent_destroy = true }
}
