//! The user's own doc comments, as far as they are carried to what is generated.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The first paragraph of the doc comments among some attributes, as one line.
pub(crate) fn first_paragraph(attrs: &[Attribute]) -> Option<String> {
    let text: Vec<_> = attrs.iter().filter_map(line).collect();
    let text = text.join("\n");
    let paragraph: Vec<_> = text
        .lines()
        .map(str::trim)
        .skip_while(|line| line.is_empty())
        .take_while(|line| !line.is_empty())
        .collect();
    (!paragraph.is_empty()).then(|| paragraph.join(" "))
}

fn line(attr: &Attribute) -> Option<String> {
    let Meta::NameValue(value) = &attr.meta else {
        return None;
    };
    match &value.value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) if value.path.is_ident("doc") => Some(text.value()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use syn::{ItemStruct, parse_quote};

    #[test]
    fn only_the_first_paragraph_is_taken() {
        let item: ItemStruct = parse_quote! {
            ///
            /// An order of
            /// a client.
            ///
            /// More.
            #[derive(Debug)]
            struct Order;
        };
        let docs = super::first_paragraph(&item.attrs);
        assert_eq!(docs.as_deref(), Some("An order of a client."));
        assert_eq!(super::first_paragraph(&[]), None);
    }
}
