import { fontPath } from '@linkshelf/contract'
import type { ReactNode } from 'react'
import { pageStyle } from './page-style.ts'
import { type IllustrationKind, ShelfIllustration } from './shelf-illustration.tsx'
import { ShelfLogo } from './shelf-logo.tsx'

export interface PageLayoutProps {
  /** The heading, and the title of the document. */
  heading: string
  picture: IllustrationKind
  children: ReactNode
}

/**
 * The HTML document of a page. Style and pictures are inline, so it requests nothing but the icon and the font of its
 * own origin, and needs no script.
 */
export function PageLayout({ heading, picture, children }: PageLayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{`${heading} · Linkshelf`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#f0f4f2" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#131b18" media="(prefers-color-scheme: dark)" />
        <link rel="icon" type="image/svg+xml" href="/favicon.ico" />
        <link rel="preload" as="font" type="font/woff2" href={fontPath} crossOrigin="" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the constant beside this file; its hash is in the page's policy */}
        <style dangerouslySetInnerHTML={{ __html: pageStyle }} />
      </head>
      <body>
        <main>
          <ShelfIllustration kind={picture} />
          <h1>{heading}</h1>
          {children}
        </main>
        <footer>
          <ShelfLogo />
          <span>Linkshelf</span>
        </footer>
      </body>
    </html>
  )
}
