//! The map target: the SDK's `AttributeValue`s, built from the inside out.

use std::collections::HashMap;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;

use crate::codec::kind::AttributeType;

/// Values under construction: the open containers, and the finished value outside any.
#[derive(Debug, Default)]
pub(super) struct Tree {
    frames: Vec<Frame>,
    finished: Option<AttributeValue>,
}

#[derive(Debug)]
enum Frame {
    Map {
        entries: HashMap<String, AttributeValue>,
        name: String,
    },
    List(Vec<AttributeValue>),
    Texts(Vec<String>),
    Numbers(Vec<String>),
    Blobs(Vec<Blob>),
}

impl Tree {
    pub(super) fn depth(&self) -> usize {
        self.frames.len()
    }

    pub(super) fn truncate(&mut self, depth: usize) {
        self.frames.truncate(depth);
    }

    pub(super) fn finished(self) -> Option<AttributeValue> {
        self.finished
    }

    pub(super) fn open(&mut self, kind: AttributeType, len: usize) {
        self.frames.push(match kind {
            AttributeType::M => Frame::Map {
                entries: HashMap::with_capacity(len),
                name: String::new(),
            },
            AttributeType::Ss => Frame::Texts(Vec::with_capacity(len)),
            AttributeType::Ns => Frame::Numbers(Vec::with_capacity(len)),
            AttributeType::Bs => Frame::Blobs(Vec::with_capacity(len)),
            _ => Frame::List(Vec::with_capacity(len)),
        });
    }

    pub(super) fn close(&mut self) {
        let value = match self.frames.pop() {
            Some(Frame::Map { entries, .. }) => AttributeValue::M(entries),
            Some(Frame::List(values)) => AttributeValue::L(values),
            Some(Frame::Texts(texts)) => AttributeValue::Ss(texts),
            Some(Frame::Numbers(numbers)) => AttributeValue::Ns(numbers),
            Some(Frame::Blobs(blobs)) => AttributeValue::Bs(blobs),
            None => return,
        };
        self.place(value);
    }

    #[expect(
        clippy::assigning_clones,
        reason = "the name before went into the map: there is no text to write over"
    )]
    pub(super) fn set_name(&mut self, next: &str) {
        if let Some(Frame::Map { name, .. }) = self.frames.last_mut() {
            *name = next.to_owned();
        }
    }

    // The encoder has checked that the value fits the frame: a set accepts only its own type.
    pub(super) fn place(&mut self, value: AttributeValue) {
        match (self.frames.last_mut(), value) {
            (Some(Frame::Map { entries, name }), value) => {
                entries.insert(std::mem::take(name), value);
            }
            (Some(Frame::List(values)), value) => values.push(value),
            (Some(Frame::Texts(texts)), AttributeValue::S(text)) => texts.push(text),
            (Some(Frame::Numbers(numbers)), AttributeValue::N(number)) => numbers.push(number),
            (Some(Frame::Blobs(blobs)), AttributeValue::B(blob)) => blobs.push(blob),
            (None, value) => self.finished = Some(value),
            (Some(Frame::Texts(_) | Frame::Numbers(_) | Frame::Blobs(_)), _) => {
                unreachable!("`Encoder::claim` refuses other values inside a set")
            }
        }
    }
}
