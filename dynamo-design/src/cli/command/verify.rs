//! `verify`: compares live tables with their declaration.

use crate::cli::args::Parsed;
use crate::cli::screen::Tone;
use crate::cli::{Cli, FINE, FOUND, Failure, Screen, TableEntry};
use dynamo_runtime::admin::Difference;

impl Cli {
    pub(in crate::cli) async fn verify(
        &self,
        parsed: &Parsed,
        screen: &mut Screen<'_>,
    ) -> Result<u8, Failure> {
        let tables = self.chosen(&parsed.words)?;
        let db = self.connect(parsed).await?;
        let mut code = FINE;
        for table in tables {
            let verified = table.live_design(&db)?.verify(&db).await?;
            let name = screen.paint(Tone::Strong, &verified.table);
            if verified.differences.is_empty() {
                let fine = screen.paint(Tone::Good, "as declared");
                screen.line(&format!("{name}: {fine}"));
                continue;
            }
            screen.line(&format!("{name}:"));
            self.show_differences(table, &verified.differences, parsed, screen);
            if !verified.is_usable() || parsed.has("--strict") {
                code = FOUND;
            }
        }
        Ok(code)
    }
}

impl Cli {
    /// Shows how a table differs, and how to fix it.
    pub(super) fn show_differences(
        &self,
        table: &TableEntry,
        differences: &[Difference],
        parsed: &Parsed,
        screen: &mut Screen<'_>,
    ) {
        for difference in differences {
            let (tone, word) = if difference.is_breaking() {
                (Tone::Bad, "breaks")
            } else {
                (Tone::Warning, "differs")
            };
            let word = screen.paint(tone, word);
            screen.line(&format!("  {word}: {difference}"));
            let remedy = match difference {
                Difference::NoTable
                | Difference::MissingIndex { local: false, .. }
                | Difference::Ttl { found: None, .. } => {
                    let create = self.copied(&format!("create {}", table.name()), parsed);
                    format!("`{create}`")
                }
                Difference::Option { .. } => {
                    let export = format!("{} export cloudformation {}", self.program, table.name());
                    format!("deploy what `{export}` writes")
                }
                other => other.remedy().to_owned(),
            };
            screen.line(&format!("    -> {remedy}"));
        }
    }
}
