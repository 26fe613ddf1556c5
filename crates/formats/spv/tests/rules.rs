//! The rule cases of `rules/`.

use glassbox_core::format::Format;
use glassbox_core::language::Registry;
use glassbox_spv::FORMAT;
use glassbox_testing::format_rules;

static REGISTRY: Registry =
    Registry { languages: &[&glassbox_spirv::LANGUAGE], digests: &[], codecs: &[], views: &[] };

format_rules!(FORMAT, REGISTRY, odd_numbers: 5000);
