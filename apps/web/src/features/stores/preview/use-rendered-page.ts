import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/**
 * Renders a store page to HTML. Undefined until the first rendering is finished. `page` must be the same element until
 * the page changes.
 */
export function useRenderedPage(page: React.ReactElement | undefined): string | undefined {
  const [renderPage] = useState(createPageRenderer)
  const [html, setHtml] = useState<string>()

  useEffect(() => {
    if (page === undefined) return
    // The page is rendered in a timer, because React can't render a second root during an effect.
    const timer = setTimeout(() => setHtml(makeInert(renderPage(page))))
    return () => clearTimeout(timer)
  }, [renderPage, page])

  return html
}

/** Makes the page inert, so that links and forms in the preview do nothing. */
function makeInert(html: string): string {
  return html.replace('<body ', '<body inert ')
}

/**
 * Renders an HTML document to text like React's server renderer, but without its 60 KB. The document is not shown in a
 * window, so nothing in it is loaded or run. Returns a function that renders the next page.
 */
function createPageRenderer(): (page: React.ReactElement) => string {
  const hidden = document.implementation.createHTMLDocument()
  const root = createRoot(hidden)
  return (page) => {
    flushSync(() => root.render(page))
    // With `_blank` as the target, links would open new windows, which the frame forbids. Links in the preview
    // therefore do nothing, and short links count no clicks.
    return `<!doctype html>${hidden.documentElement.outerHTML.replace('<head>', '<head><base target="_blank">')}`
  }
}
