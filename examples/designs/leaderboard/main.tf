terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.64"
    }
  }
}

variable "table_name" {
  description = "The name of table Standing without variables."
  type        = string
  default     = "LeaderboardService"
}

variable "enable_pitr" {
  description = "Whether tables can be restored to any second of the last 35 days."
  type        = bool
  default     = false
}

resource "aws_dynamodb_table" "standing" {
  name                        = var.table_name
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "PK"
  range_key                   = "SK"
  deletion_protection_enabled = false

  attribute {
    name = "PK"
    type = "S"
  }

  attribute {
    name = "SK"
    type = "S"
  }

  attribute {
    name = "Score"
    type = "N"
  }

  attribute {
    name = "UserID"
    type = "S"
  }

  global_secondary_index {
    name            = "RankIndex"
    hash_key        = "PK"
    range_key       = "Score"
    projection_type = "ALL"
  }

  global_secondary_index {
    name            = "UserIndex"
    hash_key        = "UserID"
    range_key       = "PK"
    projection_type = "ALL"
  }

  point_in_time_recovery {
    enabled = var.enable_pitr
  }

  lifecycle {
    prevent_destroy = true
  }
}

output "standing_table_name" {
  value = aws_dynamodb_table.standing.name
}

output "standing_table_arn" {
  value = aws_dynamodb_table.standing.arn
}
