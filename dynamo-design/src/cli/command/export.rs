//! `export` and `docs`: files made from the declaration.

use std::path::Path;

use super::write;
use crate::cli::args::{Parsed, Usage};
use crate::cli::unknown::unknown;
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
        let model = self.model(names, parsed)?;
        let text = match format.as_str() {
            "cloudformation" => model.cloudformation_json(),
            "cloudformation-yaml" => model.cloudformation_yaml(),
            "terraform" => model.terraform(),
            "workbench" => model.workbench(),
            "create-table" => each(&model, |design| {
                Ok(design.create_table_json(&physical(design, parsed)?))
            })?,
            "design" => each(&model, |design| Ok(design.to_json()?))?,
            "iam" => each(&model, |design| Ok(policies(design)))?,
            "all" => return all(&model, parsed, screen),
            other => {
                return Err(unknown("format", other, FORMATS.split(", ")).into());
            }
        };
        put(&text, parsed, screen)
    }

    pub(in crate::cli) fn docs(
        &self,
        parsed: &Parsed,
        screen: &mut Screen<'_>,
    ) -> Result<u8, Failure> {
        let model = self.model(&parsed.words, parsed)?;
        let text = match parsed.value("--format") {
            Some("html") => model.html(),
            _ => model.markdown(),
        };
        put(&text, parsed, screen)
    }

    /// The chosen tables, with the given values as defaults of their variables.
    fn model(&self, names: &[String], parsed: &Parsed) -> Result<Model, Failure> {
        let variables = parsed.pairs("--var")?;
        let mut designs = Vec::new();
        for table in self.chosen(names)? {
            let mut design = table.design()?;
            for (name, value) in &variables {
                if design.variables().contains(name) {
                    let known = design.options.variables.entry((*name).to_owned());
                    let values = &mut known.or_default().values;
                    values.retain(|known| known != value);
                    values.insert(0, (*value).to_owned());
                }
            }
            designs.push(design);
        }
        Ok(Model::new(&self.name, designs))
    }
}

/// The physical name of a table, with the given values.
fn physical(design: &Design, parsed: &Parsed) -> Result<String, Failure> {
    let names = parsed.pairs("--table-name")?;
    let mut renamed = names.iter().filter(|(table, _)| *table == design.name);
    Ok(renamed
        .next_back()
        .map_or_else(|| design.default_name(), |(_, name)| (*name).to_owned()))
}

/// The output for each table: as it is for one table, a list for several.
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

/// Writes to the requested file, or to the result.
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
