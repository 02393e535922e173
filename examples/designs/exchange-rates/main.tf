terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.64"
    }
  }
}

variable "table_name" {
  description = "The name of table Rate without variables."
  type        = string
  default     = "ExchangeRates"
}

variable "enable_pitr" {
  description = "Whether tables can be restored to any second of the last 35 days."
  type        = bool
  default     = false
}

resource "aws_dynamodb_table" "rate" {
  name                        = var.table_name
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "PK"
  deletion_protection_enabled = false

  attribute {
    name = "PK"
    type = "S"
  }

  attribute {
    name = "Base"
    type = "S"
  }

  global_secondary_index {
    name            = "BaseCurrencyIndex"
    hash_key        = "Base"
    projection_type = "ALL"
  }

  ttl {
    attribute_name = "ttl"
    enabled        = true
  }

  point_in_time_recovery {
    enabled = var.enable_pitr
  }

  lifecycle {
    prevent_destroy = true
  }
}

output "rate_table_name" {
  value = aws_dynamodb_table.rate.name
}

output "rate_table_arn" {
  value = aws_dynamodb_table.rate.arn
}
