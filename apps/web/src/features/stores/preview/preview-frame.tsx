import { useState } from 'react'
import { useWidth } from '../../../ui/browser/use-width.ts'
import classes from './preview.module.css'

interface PreviewFrameProps {
  html: string
  /** The width of the page's viewport, before the page is scaled down. */
  pageWidthPx: number
}

/**
 * Shows a page in a frame without scripts and without an origin. A changed page loads behind the shown page before it
 * replaces that page, so that the frame does not flicker.
 */
export function PreviewFrame({ html, pageWidthPx }: PreviewFrameProps) {
  const [box, widthPx] = useWidth()
  const [loaded, setLoaded] = useState(html)
  const scale = Math.min(1, widthPx / pageWidthPx)
  const pages = loaded === html ? [html] : [loaded, html]

  return (
    <div ref={box} className={classes.screen} style={{ width: pageWidthPx }}>
      {widthPx > 0 &&
        pages.map((page) => (
          <iframe
            key={page}
            className={classes.page}
            data-loading={page !== loaded || undefined}
            title="Preview of your store page"
            sandbox=""
            srcDoc={page}
            style={{ width: `${100 / scale}%`, height: `${100 / scale}%`, transform: `scale(${scale})` }}
            onLoad={() => setLoaded(page)}
          />
        ))}
    </div>
  )
}
