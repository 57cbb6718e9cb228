// Imported before the provider's library, which warns on standard error when the running Node has no long-term name. Node 26 is a long-term
// line, but its builds from before the line was named don't say so.
process.release.lts ??= `Node ${process.versions.node}`
