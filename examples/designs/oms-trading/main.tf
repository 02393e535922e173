terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.64"
    }
  }
}

variable "environment" {
  description = "What `environment` is in the names of tables."
  type        = string
  default     = "dev"

  validation {
    condition     = contains(["dev", "staging", "prod"], var.environment)
    error_message = "Expected one of: dev, staging, prod."
  }
}

variable "table_name" {
  description = "The name of table Trading without variables."
  type        = string
  default     = "oms_trading_data"
}

variable "enable_pitr" {
  description = "Whether tables can be restored to any second of the last 35 days."
  type        = bool
  default     = false
}

resource "aws_dynamodb_table" "trading" {
  name                        = "${var.table_name}_${var.environment}"
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
    name = "GSI1_PK"
    type = "S"
  }

  attribute {
    name = "GSI1_SK"
    type = "S"
  }

  attribute {
    name = "GSI2_PK"
    type = "S"
  }

  attribute {
    name = "GSI2_SK"
    type = "S"
  }

  attribute {
    name = "GSI3_PK"
    type = "S"
  }

  attribute {
    name = "GSI3_SK"
    type = "S"
  }

  global_secondary_index {
    name            = "GSI1"
    hash_key        = "GSI1_PK"
    range_key       = "GSI1_SK"
    projection_type = "ALL"
  }

  global_secondary_index {
    name            = "GSI2"
    hash_key        = "GSI2_PK"
    range_key       = "GSI2_SK"
    projection_type = "KEYS_ONLY"
  }

  global_secondary_index {
    name            = "GSI3"
    hash_key        = "GSI3_PK"
    range_key       = "GSI3_SK"
    projection_type = "ALL"
  }

  ttl {
    attribute_name = "ttl"
    enabled        = true
  }

  point_in_time_recovery {
    enabled = var.enable_pitr
  }

  server_side_encryption {
    enabled = true
  }

  lifecycle {
    prevent_destroy = true
  }
}

resource "aws_cloudwatch_metric_alarm" "trading_throttled" {
  alarm_name          = "${aws_dynamodb_table.trading.name}-throttled"
  comparison_operator = "GreaterThanThreshold"
  threshold           = 10
  evaluation_periods  = 2
  treat_missing_data  = "notBreaching"

  metric_query {
    id          = "total"
    label       = "ThrottledRequests"
    expression  = "SUM(FILL(METRICS(), 0))"
    return_data = true
  }

  metric_query {
    id = "get_item"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "GetItem"
      }
    }
  }

  metric_query {
    id = "put_item"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "PutItem"
      }
    }
  }

  metric_query {
    id = "update_item"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "UpdateItem"
      }
    }
  }

  metric_query {
    id = "delete_item"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "DeleteItem"
      }
    }
  }

  metric_query {
    id = "query"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "Query"
      }
    }
  }

  metric_query {
    id = "scan"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "Scan"
      }
    }
  }

  metric_query {
    id = "batch_get_item"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "BatchGetItem"
      }
    }
  }

  metric_query {
    id = "batch_write_item"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "BatchWriteItem"
      }
    }
  }

  metric_query {
    id = "transact_get_items"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "TransactGetItems"
      }
    }
  }

  metric_query {
    id = "transact_write_items"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "TransactWriteItems"
      }
    }
  }
}

resource "aws_cloudwatch_metric_alarm" "trading_system_errors" {
  alarm_name          = "${aws_dynamodb_table.trading.name}-system-errors"
  comparison_operator = "GreaterThanThreshold"
  threshold           = 5
  evaluation_periods  = 1
  treat_missing_data  = "notBreaching"

  metric_query {
    id          = "total"
    label       = "SystemErrors"
    expression  = "SUM(FILL(METRICS(), 0))"
    return_data = true
  }

  metric_query {
    id = "get_item"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "SystemErrors"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "GetItem"
      }
    }
  }

  metric_query {
    id = "put_item"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "SystemErrors"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "PutItem"
      }
    }
  }

  metric_query {
    id = "update_item"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "SystemErrors"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "UpdateItem"
      }
    }
  }

  metric_query {
    id = "delete_item"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "SystemErrors"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "DeleteItem"
      }
    }
  }

  metric_query {
    id = "query"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "SystemErrors"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "Query"
      }
    }
  }

  metric_query {
    id = "scan"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "SystemErrors"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "Scan"
      }
    }
  }

  metric_query {
    id = "batch_get_item"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "SystemErrors"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "BatchGetItem"
      }
    }
  }

  metric_query {
    id = "batch_write_item"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "SystemErrors"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "BatchWriteItem"
      }
    }
  }

  metric_query {
    id = "transact_get_items"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "SystemErrors"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "TransactGetItems"
      }
    }
  }

  metric_query {
    id = "transact_write_items"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "SystemErrors"
      period      = 300
      stat        = "Sum"

      dimensions = {
        TableName = aws_dynamodb_table.trading.name
        Operation = "TransactWriteItems"
      }
    }
  }
}

output "trading_table_name" {
  value = aws_dynamodb_table.trading.name
}

output "trading_table_arn" {
  value = aws_dynamodb_table.trading.arn
}
