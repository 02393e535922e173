//! `export` and `docs`: files made from the declaration.

use std::path::Path;

use super::write;
use crate::cli::args::{Parsed, Usage};
use crate::cli::{Cli, FINE, Failure, Screen};
use crate::{Design, Model};

const FORMATS: &str = "cloudformation, cloudformation-yaml, terraform, create-table, workbench, \
                       iam, design, all";

impl Cli {
    pub(in crate::cli) fn export(
        &self,
        parsed: &Parsed,
        screen: &mut Screen<'_>,
    ) -> Result<u8, Failure> {
        let Some((format, names)) = parsed.words.split_first() else {
            return Err(Usage::new(format!("name a format to export: {FORMATS}")).into());
        };
        let model = self.model(names)?;
        let text = match format.as_str() {
            "cloudformation" => model.cloudformation_json(),
            "cloudformation-yaml" => model.cloudformation_yaml(),
            "terraform" => model.terraform(),
            "workbench" => model.workbench(),
            "create-table" => each(&model, |design| {
                Ok(design.create_table_json(&design.table.name))
            })?,
            "design" => each(&model, |design| Ok(design.to_json()?))?,
            "iam" => each(&model, |design| Ok(policies(design)))?,
            "all" => return all(&model, parsed, screen),
            other => {
                let message = format!("unknown format `{other}`; expected one of: {FORMATS}");
                return Err(Usage::new(message).into());
            }
        };
        put(&text, parsed, screen)
    }

    pub(in crate::cli) fn docs(
        &self,
        parsed: &Parsed,
        screen: &mut Screen<'_>,
    ) -> Result<u8, Failure> {
        let model = self.model(&parsed.words)?;
        let text = match parsed.value("--format").unwrap_or("markdown") {
            "markdown" => model.markdown(),
            "html" => model.html(),
            other => {
                let message = format!("unknown format `{other}`; expected one of: markdown, html");
                return Err(Usage::new(message).into());
            }
        };
        put(&text, parsed, screen)
    }

    fn model(&self, names: &[String]) -> Result<Model, Failure> {
        let mut designs = Vec::new();
        for table in self.chosen(names)? {
            designs.push(table.design()?);
        }
        Ok(Model::new(&self.program, designs))
    }
}

/// What is made of each table: as it is of one, a list of several.
fn each(
    model: &Model,
    made: impl Fn(&Design) -> Result<String, Failure>,
) -> Result<String, Failure> {
    let texts = model
        .tables
        .iter()
        .map(made)
        .collect::<Result<Vec<_>, _>>()?;
    Ok(match texts.as_slice() {
        [one] => one.clone(),
        _ => {
            let texts: Vec<_> = texts.iter().map(|text| text.trim_end()).collect();
            format!("[\n{}\n]\n", texts.join(",\n"))
        }
    })
}

/// The policies of a table by name, as one JSON object.
fn policies(design: &Design) -> String {
    let policies = design.iam_policies().into_iter();
    let policies =
        policies.map(|policy| format!("\"{}\": {}", policy.name, policy.document.trim_end()));
    format!("{{\n{}\n}}\n", policies.collect::<Vec<_>>().join(",\n"))
}

fn all(model: &Model, parsed: &Parsed, screen: &mut Screen<'_>) -> Result<u8, Failure> {
    let Some(directory) = parsed.value("--out") else {
        return Err(Usage::new("`export all` writes files; write `--out DIRECTORY`").into());
    };
    for (name, text) in model.files()? {
        let path = Path::new(directory).join(name);
        write(&path, &text)?;
        screen.line(&format!("wrote `{}`", path.display()));
    }
    Ok(FINE)
}

/// Writes to the file that was asked for, or as the result.
fn put(text: &str, parsed: &Parsed, screen: &mut Screen<'_>) -> Result<u8, Failure> {
    match parsed.value("--out") {
        Some(path) => {
            write(Path::new(path), text)?;
            screen.line(&format!("wrote `{path}`"));
        }
        None => screen.text(text),
    }
    Ok(FINE)
}
