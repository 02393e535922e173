terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.64"
    }
  }
}

variable "fabric_table" {
  description = "What `fabric_table` is in the names of tables."
  type        = string
}

variable "enable_pitr" {
  description = "Whether tables can be restored to any second of the last 35 days."
  type        = bool
  default     = false
}

resource "aws_dynamodb_table" "entity" {
  name                        = var.fabric_table
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "model"
  range_key                   = "id"
  deletion_protection_enabled = false

  attribute {
    name = "model"
    type = "S"
  }

  attribute {
    name = "id"
    type = "S"
  }

  attribute {
    name = "indexOu"
    type = "S"
  }

  attribute {
    name = "sequence"
    type = "N"
  }

  attribute {
    name = "indexAlias"
    type = "S"
  }

  attribute {
    name = "indexClass"
    type = "S"
  }

  attribute {
    name = "indexType"
    type = "S"
  }

  attribute {
    name = "indexXid"
    type = "S"
  }

  global_secondary_index {
    name            = "indexOu"
    hash_key        = "indexOu"
    range_key       = "sequence"
    projection_type = "ALL"
  }

  global_secondary_index {
    name            = "indexAlias"
    hash_key        = "indexAlias"
    range_key       = "sequence"
    projection_type = "ALL"
  }

  global_secondary_index {
    name            = "indexClass"
    hash_key        = "indexClass"
    range_key       = "sequence"
    projection_type = "ALL"
  }

  global_secondary_index {
    name            = "indexType"
    hash_key        = "indexType"
    range_key       = "sequence"
    projection_type = "ALL"
  }

  global_secondary_index {
    name            = "indexXid"
    hash_key        = "indexXid"
    range_key       = "sequence"
    projection_type = "ALL"
  }

  point_in_time_recovery {
    enabled = var.enable_pitr
  }

  lifecycle {
    prevent_destroy = true
  }
}

output "entity_table_name" {
  value = aws_dynamodb_table.entity.name
}

output "entity_table_arn" {
  value = aws_dynamodb_table.entity.arn
}
