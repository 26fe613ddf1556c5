//! `glassbox explain`.

use std::io::Write as _;

use anyhow::{Result, bail};
use clap::Args;
use glassbox_report::json::RulesDocument;
use glassbox_report::terminal;

use crate::args::{Report, ReportFormat};
use crate::context::{Context, Status};
use crate::page::Page;

/// Explain a rule: cause, effect, cure, example, source
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox explain                     every rule, one per line
  glassbox explain SHBIN-DVLE-06
  glassbox explain --format json > rules.json

Exit status:
  0  fine
  2  there is no such rule, or the command could not run")]
pub(crate) struct Arguments {
    /// Rule ids, as shown in findings; without any, all rules are listed
    #[arg(value_name = "RULE")]
    rules: Vec<String>,
    #[command(flatten)]
    report: Report,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let mut chosen = Vec::new();
    for id in &arguments.rules {
        match glassbox::rule(id) {
            Some(rule) => chosen.push(rule),
            None => bail!("there is no rule {id:?}{}", suggestion(id)),
        }
    }
    let path = arguments.report.output.path.as_deref();
    let style = context.style_of(path);
    let list = chosen.is_empty();
    if list {
        chosen = glassbox::rules().collect();
    }
    let mut out = Page::open(context, path, arguments.report.format)?;
    match arguments.report.format {
        ReportFormat::Json => {
            let rules = chosen.iter().map(|&(origin, rule)| (origin.id, rule));
            serde_json::to_writer(&mut out, &RulesDocument::new(rules))?;
            writeln!(out)?;
        }
        ReportFormat::Text if list => {
            let width = chosen.iter().map(|(_, rule)| rule.id.len()).max().unwrap_or(0);
            let mut last = None;
            for (origin, rule) in chosen {
                if last != Some(origin) {
                    let gap = if last.is_some() { "\n" } else { "" };
                    writeln!(out, "{gap}{}", terminal::Painted(style.strong, origin.title))?;
                    last = Some(origin);
                }
                terminal::rule_line(&mut out, rule, width, &style)?;
            }
        }
        ReportFormat::Text => {
            for (index, (origin, rule)) in chosen.into_iter().enumerate() {
                if index > 0 {
                    writeln!(out)?;
                }
                terminal::rule(&mut out, rule, origin.title, &style)?;
            }
        }
    }
    out.commit()?;
    Ok(Status::Fine)
}

/// Rules with similar ids.
fn suggestion(id: &str) -> String {
    match glassbox::similar_rules(id).as_slice() {
        [] => "; `glassbox explain` lists every rule".to_owned(),
        similar => format!("; did you mean {}?", similar.join(" or ")),
    }
}
