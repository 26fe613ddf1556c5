//! The page that is shown: where it comes from, and what is put into it.

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use base64::display::Base64Display;
use base64::engine::general_purpose::STANDARD;

use super::files::Content;
use crate::input;

/// The page inside the command.
#[cfg(feature = "page")]
const INSIDE: Option<&str> = Some(include_str!(env!("GLASSBOX_PAGE_FILE")));
#[cfg(not(feature = "page"))]
const INSIDE: Option<&str> = None;

/// Tells the page that its files come from this server.
const SERVED: &str = "<meta name=\"glassbox-view\" content=\"1\">";

/// One HTML document with all its styles and scripts.
pub(super) struct WebPage {
    text: Cow<'static, str>,
    /// Where its head begins.
    head: usize,
    /// Where its body ends.
    end: usize,
}

impl WebPage {
    /// The page at a path, or the one inside the command.
    pub(super) fn load(path: Option<&Path>) -> Result<WebPage> {
        let (text, name) = match (path, INSIDE) {
            (Some(path), _) => {
                let name = path.display().to_string();
                // What is no text has no <head> either, which is reported below.
                let text = String::from_utf8(input::read_named(path)?);
                (Cow::Owned(text.unwrap_or_default()), name)
            }
            (None, Some(inside)) => (Cow::Borrowed(inside), "the page inside the command".to_owned()),
            (None, None) => bail!(
                "this command was built without the page; name one with --page, or build with --features page \
                 (docs/install.md)"
            ),
        };
        // Scripts between the two may hold such words too.
        let head = text.find("<head>").map(|at| at + "<head>".len());
        match (head, text.rfind("</body>")) {
            (Some(head), Some(end)) if head <= end => Ok(WebPage { text, head, end }),
            _ => bail!(
                "{name}: expected the page that .ci/page makes, an HTML document with <head> and </body>"
            ),
        }
    }

    /// The page as it is served.
    pub(super) fn served(&self) -> String {
        let (before, after) = self.text.split_at(self.head);
        [before, SERVED, after].concat()
    }

    /// Writes the page with files inside.
    pub(super) fn write_with(&self, files: &[Content<'_>], out: &mut impl Write) -> Result<()> {
        let (before, after) = self.text.split_at(self.end);
        write!(out, "{before}<script type=\"application/json\" id=\"glassbox-files\">[")?;
        for (number, file) in files.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            let data = Base64Display::new(&file.bytes, &STANDARD);
            write!(out, "{comma}\n{{\"name\":{},\"data\":\"{data}\"}}", json_in_html(file.name)?)?;
        }
        write!(out, "]</script>\n{after}")?;
        Ok(())
    }
}

/// A text in JSON that cannot end the element it is in.
fn json_in_html(text: &str) -> Result<String> {
    Ok(serde_json::to_string(text)?.replace('<', "\\u003c"))
}

#[cfg(test)]
mod tests {
    use super::json_in_html;

    #[test]
    fn names_cannot_end_the_element() {
        let name = "</script><!--\"\n\u{2028}";
        let text = json_in_html(name).expect("JSON");
        assert!(!text.contains('<'), "{text}");
        assert_eq!(serde_json::from_str::<String>(&text).expect("JSON"), name);
    }
}
