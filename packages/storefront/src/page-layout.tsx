import { directionOf, fontPath, type PageLanguage } from '@linkshelf/contract'
import type { ReactNode } from 'react'
import { LinkOwner, type LinkPageLook, toProductPicture } from './link-look.tsx'
import { formatLinkLookStyle, listNeededFonts, toColorScheme } from './link-look-style.ts'
import { pageStyle } from './page-style.ts'

interface PageLayoutProps {
  language: PageLanguage
  /** The heading and the document title. */
  heading: string
  picture: IllustrationKind
  /** The store whose theme and pictures are shown. Undefined for the look of the instance. */
  look?: LinkPageLook | undefined
  children: ReactNode
}

/**
 * The HTML document of a page. It needs no script. It only requests the icon and the fonts of its own origin, and
 * pictures of the store.
 */
export function PageLayout({ language, heading, picture, look, children }: PageLayoutProps) {
  const fonts = look === undefined ? { files: [fontPath] } : listNeededFonts(look)
  return (
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charSet="utf-8" />
        <title>{`${heading} · Linkshelf`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content={look === undefined ? 'light dark' : toColorScheme(look)} />
        {look === undefined ? <ThemeColors /> : <meta name="theme-color" content={look.secondaryColor} />}
        <link rel="icon" type="image/svg+xml" href="/favicon.ico" />
        {fonts.files.map((path) => (
          <link key={path} rel="preload" as="font" type="font/woff2" href={path} crossOrigin="" />
        ))}
        {fonts.styleSheet === undefined ? null : <link rel="stylesheet" href={fonts.styleSheet} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the constant beside this file; its hash is in the page's policy */}
        <style dangerouslySetInnerHTML={{ __html: pageStyle }} />
        {look === undefined ? null : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant and colors that were checked; its hash is in the page's policy
          <style dangerouslySetInnerHTML={{ __html: formatLinkLookStyle(look) }} />
        )}
      </head>
      <body>
        {look === undefined ? null : <LinkOwner look={look} />}
        <main>
          {(look && toProductPicture(look)) ?? <ShelfIllustration kind={picture} />}
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

function ThemeColors() {
  return (
    <>
      <meta name="theme-color" content="#f0f4f2" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#131b18" media="(prefers-color-scheme: dark)" />
    </>
  )
}

const outline =
  '<rect width="32" height="32" rx="9" fill="#067b5a"/><g fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"><path d="M8 24h16"/><path d="M10.5 19.5v-9"/><path d="M15.5 19.5v-6"/><path d="m20 19.3 2.6-8.6" stroke="#8ff0cf"/></g>'

/** The logo as an SVG file, for the favicon. */
export const shelfIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${outline}</svg>`

/** The logo: three books on a shelf, the last one leaning. */
function ShelfLogo() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the constant above
  return <svg className="mark" viewBox="0 0 32 32" aria-hidden="true" dangerouslySetInnerHTML={{ __html: outline }} />
}

/** The object between the books in the illustration. */
type IllustrationKind = 'link' | 'missing' | 'removed' | 'wait'

/** A shelf of books. It is decorative, because the text of the page says the same. */
function ShelfIllustration({ kind }: { kind: IllustrationKind }) {
  return (
    <svg className="picture" viewBox="0 0 320 132" aria-hidden="true">
      <g className="books">
        <rect x="34" y="34" width="22" height="78" rx="4" />
        <rect x="60" y="48" width="16" height="64" rx="4" className="soft" />
        <rect x="80" y="26" width="26" height="86" rx="4" />
        <rect x="110" y="42" width="18" height="70" rx="4" className="soft" />
        <rect x="196" y="30" width="24" height="82" rx="4" />
        <rect x="224" y="50" width="16" height="62" rx="4" className="soft" />
        <rect x="258" y="36" width="20" height="76" rx="4" transform="rotate(10 268 112)" />
      </g>
      <Highlight kind={kind} />
      <path className="shelf" d="M14 114h292" />
    </svg>
  )
}

function Highlight({ kind }: { kind: IllustrationKind }) {
  if (kind === 'link') return <rect className="found" x="148" y="22" width="28" height="90" rx="5" />
  if (kind === 'wait') {
    return (
      <g className="dots">
        <circle cx="150" cy="84" r="5" />
        <circle cx="162" cy="84" r="5" />
        <circle cx="174" cy="84" r="5" />
      </g>
    )
  }
  return (
    <g className="gap">
      <rect x="148" y="22" width="28" height="89" rx="5" />
      {kind === 'removed' && <path d="M154 58h16" />}
    </g>
  )
}
