import { useEffect, useState } from 'react'
import { createPageRenderer } from './render-page.ts'

/**
 * A page of a store as text; undefined before it is rendered for the first time. Give the same element
 * until the page changes.
 */
export function useRenderedPage(page: React.ReactElement | undefined): string | undefined {
  const [renderPage] = useState(createPageRenderer)
  const [html, setHtml] = useState<string>()

  useEffect(() => {
    if (page === undefined) return
    // React renders no second root while it is in an effect.
    const timer = setTimeout(() => setHtml(inertPage(renderPage(page))))
    return () => clearTimeout(timer)
  }, [renderPage, page])

  return html
}

/** Links and forms of a preview lead nowhere. */
function inertPage(html: string): string {
  return html.replace('<body ', '<body inert ')
}
