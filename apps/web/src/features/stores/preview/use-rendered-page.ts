import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/**
 * Returns a page of a store as text; undefined before it is rendered for the first time. Give the same element until
 * the page changes.
 */
export function useRenderedPage(page: React.ReactElement | undefined): string | undefined {
  const [renderPage] = useState(createPageRenderer)
  const [html, setHtml] = useState<string>()

  useEffect(() => {
    if (page === undefined) return
    // React renders no second root while it is in an effect.
    const timer = setTimeout(() => setHtml(makeInert(renderPage(page))))
    return () => clearTimeout(timer)
  }, [renderPage, page])

  return html
}

/** Links and forms of a preview lead nowhere. */
function makeInert(html: string): string {
  return html.replace('<body ', '<body inert ')
}

/**
 * Renders an HTML document to text, as React's server renderer does, without its 60 KB: into a document that no window
 * shows, so nothing in it is loaded or run. Returns how to render the next one.
 */
function createPageRenderer(): (page: React.ReactElement) => string {
  const hidden = document.implementation.createHTMLDocument()
  const root = createRoot(hidden)
  return (page) => {
    flushSync(() => root.render(page))
    // The frame opens no windows, so no link leads anywhere, and no short link counts a click.
    return `<!doctype html>${hidden.documentElement.outerHTML.replace('<head>', '<head><base target="_blank">')}`
  }
}
