import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/**
 * Renders an HTML document to text, as React's server renderer does, without its 60 KB: into a document that no window
 * shows, so nothing in it is loaded or run. Returns how to render the next one.
 */
export function createPageRenderer(): (page: React.ReactElement) => string {
  const hidden = document.implementation.createHTMLDocument()
  const root = createRoot(hidden)
  return (page) => {
    flushSync(() => root.render(page))
    // The frame opens no windows, so no link leads anywhere, and no short link counts a click.
    return `<!doctype html>${hidden.documentElement.outerHTML.replace('<head>', '<head><base target="_blank">')}`
  }
}
