//! The compile-time cost: CPU time of crates with many copies of one struct for the derives, and of a
//! service with ten items, with this library and by hand.

mod service;

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Copies of the struct per crate.
const COPIES: usize = 20;
/// Items of a service.
const ITEMS: usize = 10;
/// Checks and builds of each crate; the fastest counts.
const CHECKS: usize = 7;
const BUILDS: usize = 3;
/// Ticks of the system's clock per second.
const TICKS: f64 = 100.0;

/// The name of serde's derives in the table.
pub const SERDE: &str = "serde's two derives";
/// The name of our derive in the table.
pub const ITEM: &str = "`Item`, everything";
/// The name of our codec in the table.
pub const CODEC: &str = "`Attribute`, the codec alone";

/// The name of a service with this library in the table.
pub const SERVICE: &str = "this library";
/// The name of the same service on the SDK.
pub const BY_HAND: &str = "hand-written on the SDK";

/// The compile-time cost of derives and services.
pub struct Costs {
    /// The derives, each struct.
    pub derives: Vec<Cost>,
    /// A service of ten items, as a whole.
    pub services: Vec<Cost>,
}

/// The cost of a derive per struct, or of a service.
pub struct Cost {
    /// Its name in the table.
    pub name: &'static str,
    /// CPU milliseconds of `cargo check`.
    pub check: f64,
    /// CPU milliseconds of `cargo build`.
    pub build: f64,
    /// CPU milliseconds of a release build.
    pub release: f64,
    /// The number of lines it expands to.
    pub lines: f64,
}

struct Variant {
    name: &'static str,
    package: &'static str,
    derive: &'static str,
    options: &'static str,
    uses: &'static str,
}

const PLAIN: Variant = Variant {
    name: "",
    package: "compiled-plain",
    derive: "",
    options: "",
    uses: "",
};

const VARIANTS: [Variant; 3] = [
    Variant {
        name: SERDE,
        package: "compiled-serde",
        derive: "#[derive(serde::Serialize, serde::Deserialize)]",
        options: "",
        uses: "pub fn write(item: &Event) -> Option<Map> { serde_dynamo::to_item(item).ok() }
               pub fn read(item: Map) -> Option<Event> { serde_dynamo::from_item(item).ok() }",
    },
    Variant {
        name: ITEM,
        package: "compiled-item",
        derive: "#[derive(dynamo_runtime::Item)]",
        options: r##"#[table(name = "events", pk = "PK", sk = "SK")]
            #[key(pk = "TENANT#{tenant}", sk = "EVENT#{at}#{id}")]
            #[gsi(name = "ByUser", pk = "USER#{user}", sk = "{at}", pk_attr = "U_PK", sk_attr = "U_SK")]
            #[gsi(name = "ByKind", pk = "KIND#{kind}", sk = "{at}", pk_attr = "K_PK", sk_attr = "K_SK")]
            #[gsi(name = "ByOrder", pk = "ORDER#{order}", sk = "{at}", pk_attr = "O_PK", sk_attr = "O_SK")]"##,
        uses: "pub fn write(item: &Event) -> Option<Map> { dynamo_runtime::Item::to_item(item).ok() }
               pub fn read(item: Map) -> Option<Event> { dynamo_runtime::Record::from_item(item).ok() }",
    },
    Variant {
        name: CODEC,
        package: "compiled-codec",
        derive: "#[derive(dynamo_runtime::Attribute)]",
        options: "",
        uses: "pub fn write(item: &Event) -> Option<AttributeValue> { dynamo_runtime::to_value(item).ok() }
               pub fn read(value: AttributeValue) -> Option<Event> { dynamo_runtime::from_value(value).ok() }",
    },
];

const FIELDS: &str = "
    pub tenant: String, pub id: String, pub at: String, pub user: String, pub kind: String,
    pub order: Option<String>, pub title: String, pub source: String, pub region: String,
    pub host: Option<String>, pub note: Option<String>, pub count: u64, pub size: u64,
    pub retries: u32, pub price: f64, pub weight: f64, pub active: bool, pub hidden: bool,
    pub tags: Vec<String>, pub expires: Option<u64>,
";

/// The cost of each derive and service. They are compiled in turn, so that other load on the machine
/// affects all alike.
pub fn all(root: &Path, target: &Path) -> io::Result<Costs> {
    let variants = [&PLAIN].into_iter().chain(&VARIANTS);
    let sources = variants.map(|variant| (variant.package, variant.source()));
    let of_derives = measured(sources, root, target)?;
    let plain = &of_derives[0];
    #[expect(clippy::cast_precision_loss, reason = "a small count")]
    let each = |all: f64, plain: f64| (all - plain).max(0.0) / COPIES as f64;
    let derives = VARIANTS.iter().zip(&of_derives[1..]);
    let derives = derives.map(|(variant, all)| Cost {
        name: variant.name,
        check: each(all.check, plain.check),
        build: each(all.build, plain.build),
        release: each(all.release, plain.release),
        lines: each(all.lines, plain.lines),
    });
    let derives = derives.collect();
    let services = [
        (SERVICE, "compiled-service", service::ours(ITEMS)),
        (BY_HAND, "compiled-by-hand", service::by_hand(ITEMS)),
    ];
    let names = services.each_ref().map(|service| service.0);
    let sources = services.map(|(_, package, source)| (package, source));
    let of_services = measured(sources.into_iter(), root, target)?;
    let services = names.into_iter().zip(of_services);
    let services = services.map(|(name, cost)| Cost { name, ..cost });
    Ok(Costs {
        derives,
        services: services.collect(),
    })
}

/// The costs of crates with these sources, each as a whole and without a name.
fn measured(
    sources: impl Iterator<Item = (&'static str, String)>,
    root: &Path,
    target: &Path,
) -> io::Result<Vec<Cost>> {
    let crates: Vec<_> = sources
        .map(|(package, source)| Crate::write(package, &source, root, target))
        .collect::<io::Result<_>>()?;
    let check = fastest(&crates, CHECKS, Output::Check)?;
    let build = fastest(&crates, BUILDS, Output::Build)?;
    let release = fastest(&crates, BUILDS, Output::Release)?;
    let cost = |(at, one): (usize, &Crate)| {
        Ok(Cost {
            name: "",
            check: check[at],
            build: build[at],
            release: release[at],
            lines: one.lines()?,
        })
    };
    crates.iter().enumerate().map(cost).collect()
}

impl Variant {
    /// Copies of the struct, and what is done with them.
    fn source(&self) -> String {
        let Self {
            derive,
            options,
            uses,
            ..
        } = self;
        let mut source = String::new();
        for copy in 0..COPIES {
            let _ = write!(
                source,
                "pub mod copy_{copy} {{\n#[allow(unused_imports)]\nuse aws_sdk_dynamodb::types::AttributeValue;\n\
                 #[allow(dead_code)]\ntype Map = std::collections::HashMap<String, AttributeValue>;\n\
                 {derive}\n{options}\npub struct Event {{{FIELDS}}}\n{uses}\n}}\n"
            );
        }
        source
    }
}

/// The fastest of several compilations of each crate, in CPU milliseconds.
fn fastest(crates: &[Crate], rounds: usize, made: Output) -> io::Result<Vec<f64>> {
    let mut fastest = vec![f64::INFINITY; crates.len()];
    for round in 1..=rounds {
        eprintln!("compiling: {made:?}, round {round} of {rounds}");
        for (one, fastest) in crates.iter().zip(&mut fastest) {
            *fastest = fastest.min(one.cpu(made)?);
        }
    }
    Ok(fastest)
}

/// A crate with only copies of a struct.
struct Crate {
    directory: PathBuf,
    /// How cargo calls the compiler for it.
    command: String,
}

/// The output that cargo asks the compiler for.
const EMITTED: &str = "--emit=dep-info,metadata,link";
/// The option of a release build, which the dev profile does not have.
const OPTIMISED: &str = " -C opt-level=3";

/// A command of cargo.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Output {
    Check,
    /// In the dev profile.
    Build,
    Release,
}

impl Crate {
    fn write(package: &str, source: &str, root: &Path, target: &Path) -> io::Result<Self> {
        let directory = target.join("scratch").join(package);
        fs::create_dir_all(directory.join("src"))?;
        // All dependencies of this program, so that those of all crates are built once.
        let own = fs::read_to_string(root.join("benches/Cargo.toml"))?;
        let from = own.find("[dependencies]").unwrap_or_default();
        let to = own.find("[lints").unwrap_or(own.len());
        let runtime = root.join("dynamo-runtime").display().to_string();
        let dependencies = own[from..to].replace("../dynamo-runtime", &runtime);
        let manifest = format!(
            "[workspace]\n[package]\nname = \"{package}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n{dependencies}",
        );
        fs::write(directory.join("Cargo.toml"), manifest)?;
        fs::copy(
            root.join("benches/Cargo.lock"),
            directory.join("Cargo.lock"),
        )?;
        fs::write(directory.join("src/lib.rs"), source)?;
        let command = compiler(package, &directory, target)?;
        Ok(Self { directory, command })
    }

    /// Compiles it, and returns the CPU milliseconds.
    fn cpu(&self, made: Output) -> io::Result<f64> {
        let before = children()?;
        match made {
            Output::Check => self.compile("--emit=metadata", OPTIMISED)?,
            Output::Build => self.compile(EMITTED, OPTIMISED)?,
            Output::Release => self.compile(EMITTED, "")?,
        };
        Ok(children()? - before)
    }

    /// The lines after expansion, as the compiler prints them.
    fn lines(&self) -> io::Result<f64> {
        let expanded = self.compile("-Zunpretty=expanded", "")?;
        #[expect(clippy::cast_precision_loss, reason = "a small count")]
        Ok(String::from_utf8_lossy(&expanded).lines().count() as f64)
    }

    /// Calls the compiler for an output, without one of cargo's options; returns what it prints.
    fn compile(&self, made: &str, left_out: &str) -> io::Result<Vec<u8>> {
        let mut command = Command::new("sh");
        command
            .arg("-c")
            .arg(
                self.command
                    .replace(EMITTED, made)
                    .replacen(left_out, "", 1),
            )
            .current_dir(&self.directory);
        if made.starts_with("-Z") {
            // Not available on stable; nothing that is measured is compiled like this.
            command.env("RUSTC_BOOTSTRAP", "1");
        }
        output(&mut command)
    }
}

/// Cargo's call of the compiler for a crate, after its dependencies are built.
fn compiler(package: &str, directory: &Path, target: &Path) -> io::Result<String> {
    let source = fs::File::options()
        .append(true)
        .open(directory.join("src/lib.rs"))?;
    source.set_modified(std::time::SystemTime::now())?;
    eprintln!("compiling {package}");
    let built = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(["build", "--profile", "plain", "--verbose"])
        .current_dir(directory)
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_INCREMENTAL", "0")
        .output()?;
    let printed = String::from_utf8_lossy(&built.stderr);
    let name = format!("--crate-name {} ", package.replace('-', "_"));
    let called = printed.lines().find_map(|line| {
        let command = line.trim().strip_prefix("Running `")?.strip_suffix('`')?;
        (command.contains(&name) && command.contains(EMITTED)).then(|| command.to_owned())
    });
    called.ok_or_else(|| io::Error::other(format!("{package} was not compiled:\n{printed}")))
}

/// The output of a command; an error if it fails.
fn output(command: &mut Command) -> io::Result<Vec<u8>> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let printed = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(format!("{command:?} failed:\n{printed}")))
}

/// The CPU milliseconds of all children that have ended.
fn children() -> io::Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The name before may contain spaces; user and system time of children are the 14th and 15th
    // field after it.
    let fields = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace();
    let ticks: f64 = fields
        .skip(13)
        .take(2)
        .filter_map(|field| field.parse::<f64>().ok())
        .sum();
    Ok(ticks * 1000.0 / TICKS)
}
