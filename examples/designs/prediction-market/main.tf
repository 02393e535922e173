terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.64"
    }
  }
}

variable "market_table_name" {
  description = "The name of table Market without variables."
  type        = string
  default     = "markets"
}

variable "order_table_name" {
  description = "The name of table Order without variables."
  type        = string
  default     = "orders"
}

variable "trade_table_name" {
  description = "The name of table Trade without variables."
  type        = string
  default     = "trades"
}

variable "position_table_name" {
  description = "The name of table Position without variables."
  type        = string
  default     = "positions"
}

variable "checkpoint_table_name" {
  description = "The name of table Checkpoint without variables."
  type        = string
  default     = "control"
}

variable "enable_pitr" {
  description = "Whether tables can be restored to any second of the last 35 days."
  type        = bool
  default     = false
}

resource "aws_dynamodb_table" "market" {
  name                        = var.market_table_name
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "id"
  deletion_protection_enabled = false

  attribute {
    name = "id"
    type = "S"
  }

  attribute {
    name = "gsi1pk"
    type = "S"
  }

  attribute {
    name = "gsi1sk"
    type = "S"
  }

  global_secondary_index {
    name            = "markets_by_status"
    hash_key        = "gsi1pk"
    range_key       = "gsi1sk"
    projection_type = "ALL"
  }

  point_in_time_recovery {
    enabled = var.enable_pitr
  }

  lifecycle {
    prevent_destroy = true
  }
}

resource "aws_dynamodb_table" "order" {
  name                        = var.order_table_name
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "id"
  deletion_protection_enabled = false

  attribute {
    name = "id"
    type = "S"
  }

  attribute {
    name = "gsi1pk"
    type = "S"
  }

  attribute {
    name = "gsi1sk"
    type = "N"
  }

  attribute {
    name = "gsi2pk"
    type = "S"
  }

  attribute {
    name = "gsi2sk"
    type = "N"
  }

  attribute {
    name = "gsi3pk"
    type = "S"
  }

  attribute {
    name = "gsi3sk"
    type = "S"
  }

  global_secondary_index {
    name            = "orders_by_market_buy"
    hash_key        = "gsi1pk"
    range_key       = "gsi1sk"
    projection_type = "ALL"
  }

  global_secondary_index {
    name            = "orders_by_market_sell"
    hash_key        = "gsi2pk"
    range_key       = "gsi2sk"
    projection_type = "ALL"
  }

  global_secondary_index {
    name            = "orders_by_owner"
    hash_key        = "gsi3pk"
    range_key       = "gsi3sk"
    projection_type = "ALL"
  }

  point_in_time_recovery {
    enabled = var.enable_pitr
  }

  lifecycle {
    prevent_destroy = true
  }
}

resource "aws_dynamodb_table" "trade" {
  name                        = var.trade_table_name
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "id"
  deletion_protection_enabled = false

  attribute {
    name = "id"
    type = "S"
  }

  attribute {
    name = "gsi1pk"
    type = "S"
  }

  attribute {
    name = "gsi1sk"
    type = "S"
  }

  attribute {
    name = "gsi2pk"
    type = "S"
  }

  attribute {
    name = "gsi2sk"
    type = "S"
  }

  global_secondary_index {
    name            = "trades_by_market"
    hash_key        = "gsi1pk"
    range_key       = "gsi1sk"
    projection_type = "ALL"
  }

  global_secondary_index {
    name            = "trades_by_position"
    hash_key        = "gsi2pk"
    range_key       = "gsi2sk"
    projection_type = "ALL"
  }

  point_in_time_recovery {
    enabled = var.enable_pitr
  }

  lifecycle {
    prevent_destroy = true
  }
}

resource "aws_dynamodb_table" "position" {
  name                        = var.position_table_name
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "id"
  deletion_protection_enabled = false

  attribute {
    name = "id"
    type = "S"
  }

  attribute {
    name = "gsi1pk"
    type = "S"
  }

  attribute {
    name = "gsi1sk"
    type = "S"
  }

  attribute {
    name = "gsi2pk"
    type = "S"
  }

  attribute {
    name = "gsi2sk"
    type = "S"
  }

  global_secondary_index {
    name            = "positions_by_owner"
    hash_key        = "gsi1pk"
    range_key       = "gsi1sk"
    projection_type = "ALL"
  }

  global_secondary_index {
    name            = "positions_by_market"
    hash_key        = "gsi2pk"
    range_key       = "gsi2sk"
    projection_type = "ALL"
  }

  point_in_time_recovery {
    enabled = var.enable_pitr
  }

  lifecycle {
    prevent_destroy = true
  }
}

resource "aws_dynamodb_table" "checkpoint" {
  name                        = var.checkpoint_table_name
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "name"
  deletion_protection_enabled = false

  attribute {
    name = "name"
    type = "S"
  }

  point_in_time_recovery {
    enabled = var.enable_pitr
  }

  lifecycle {
    prevent_destroy = true
  }
}

output "market_table_name" {
  value = aws_dynamodb_table.market.name
}

output "market_table_arn" {
  value = aws_dynamodb_table.market.arn
}

output "order_table_name" {
  value = aws_dynamodb_table.order.name
}

output "order_table_arn" {
  value = aws_dynamodb_table.order.arn
}

output "trade_table_name" {
  value = aws_dynamodb_table.trade.name
}

output "trade_table_arn" {
  value = aws_dynamodb_table.trade.arn
}

output "position_table_name" {
  value = aws_dynamodb_table.position.name
}

output "position_table_arn" {
  value = aws_dynamodb_table.position.arn
}

output "checkpoint_table_name" {
  value = aws_dynamodb_table.checkpoint.name
}

output "checkpoint_table_arn" {
  value = aws_dynamodb_table.checkpoint.arn
}
