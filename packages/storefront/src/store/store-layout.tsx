import { fontPath } from '@linkshelf/contract'
import type { ReactNode } from 'react'
import { Disclosure } from './disclosure.tsx'
import { SocialLinks } from './social-links.tsx'
import { type StoreData, storePaths } from './store-data.ts'
import { StoreFooter } from './store-footer.tsx'
import { storeStyle, storeVariables } from './store-style.ts'

export interface StoreLayoutProps {
  store: StoreData
  /** The public origin. */
  origin: string
  /** The path of this page, without a query. */
  path: string
  title: string
  description: string | null
  imageUrl: string | null
  isIndexed: boolean
  /** JSON-LD. */
  structuredData: object
  children: ReactNode
}

/** The inline styles of a page of this store; the content security policy allows them by their hashes. */
export function storeStyles(store: StoreData): string[] {
  return [storeStyle, storeVariables(store)]
}

/** The HTML document of every page of a store. It needs no script. */
export function StoreLayout({ store, origin, path, title, description, imageUrl, isIndexed, structuredData, children }: StoreLayoutProps) {
  const about = description?.slice(0, 300)
  const picture = imageUrl ?? store.bannerImage ?? store.logo
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {about ? <meta name="description" content={about} /> : null}
        {isIndexed ? null : <meta name="robots" content="noindex" />}
        <link rel="canonical" href={`${origin}${path}`} />
        <meta name="theme-color" content={store.secondaryColor} />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={store.displayName ?? store.name} />
        <meta property="og:title" content={title} />
        {about ? <meta property="og:description" content={about} /> : null}
        <meta property="og:url" content={`${origin}${path}`} />
        {picture ? <meta property="og:image" content={picture} /> : null}
        <link rel="icon" href={store.favicon ?? '/favicon.ico'} />
        {store.fontsUrl ? null : <link rel="preload" as="font" type="font/woff2" href={fontPath} crossOrigin="" />}
        {store.fontsUrl ? <link rel="stylesheet" href={store.fontsUrl} /> : null}
        {storeStyles(store).map((style) => (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant and colors that were checked; their hashes are in the page's policy
          <style key={style} dangerouslySetInnerHTML={{ __html: style }} />
        ))}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without "<", so it can't end the element */}
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: toInlineJson(structuredData) }} />
      </head>
      <body className={store.layout}>
        <a className="skip" href="#content">
          Skip to content
        </a>
        {children}
        <StoreFooter store={store} />
      </body>
    </html>
  )
}

function toInlineJson(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** The header of every page. The store's name is the main heading of its own page only. */
export function StoreHead({ store, isMainHeading }: { store: StoreData; isMainHeading: boolean }) {
  const name = store.displayName ?? store.name
  return (
    <header>
      {store.bannerImage ? <img className="banner" src={store.bannerImage} alt="" width="1200" height="288" /> : null}
      <div className="head">
        <div className="frame">
          {store.logo ? <img className="logo" src={store.logo} alt="" width="64" height="64" /> : null}
          <div>
            {isMainHeading ? (
              <h1 dir="auto">{store.title ?? name}</h1>
            ) : (
              <div className="name" dir="auto">
                <a href={storePaths.store(store)}>{name}</a>
              </div>
            )}
            {isMainHeading && store.description ? <p dir="auto">{store.description}</p> : null}
            {isMainHeading ? <SocialLinks links={store.socialLinks} /> : null}
          </div>
        </div>
      </div>
      <Disclosure store={store} />
    </header>
  )
}
