import { fontPath, storeFontFiles } from '@linkshelf/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import {
  BusyPage,
  ChoicePage,
  FrontPage,
  LinkNotFoundPage,
  type LinkPageLook,
  LinkRemovedPage,
  LoopPage,
  PreviewPage,
  pageStyle,
  ShopPage,
} from './index.ts'

const digest = 'a'.repeat(27)
const look: LinkPageLook = {
  ...{ name: 'Lamps', layout: 'grid', mainColor: '#089b71', secondaryColor: '#1b1f3b' },
  ...{ theme: 'journal', headingFont: null, textFont: null, fontsUrl: null },
  ...{
    logo: `https://go.example/media/${digest}/320x320.webp`,
    picture: 'https://elsewhere.example/lamp.png',
    focus: null,
    isCutout: null,
  },
}

const pages = {
  unknown: renderToStaticMarkup(<LinkNotFoundPage language="en" />),
  removed: renderToStaticMarkup(<LinkRemovedPage language="en" />),
  busy: renderToStaticMarkup(<BusyPage language="en" />),
  loop: renderToStaticMarkup(<LoopPage language="en" />),
  shop: renderToStaticMarkup(<ShopPage language="en" title="A lamp" shop="eBay" href="" disclosure="Ad" />),
  choice: renderToStaticMarkup(
    <ChoicePage language="en" title={undefined} choices={[{ name: 'Amazon', host: 'amazon.de', isAd: true, href: '' }]} disclosure="Ad" />,
  ),
  preview: renderToStaticMarkup(
    <PreviewPage language="en" title={undefined} hosts={['shop.example']} shop={undefined} href="" disclosure={undefined} />,
  ),
  'choice in the look of a store': renderToStaticMarkup(
    <ChoicePage
      language="en"
      look={look}
      title="A lamp"
      choices={[{ name: 'Amazon', host: 'amazon.de', isAd: true, href: '' }]}
      disclosure="Ad"
    />,
  ),
  front: renderToStaticMarkup(<FrontPage language="en" host="go.example" />),
}

it.each(Object.entries(pages))('renders the %s page with one heading, one style and no script', (_name, html) => {
  expect(html).toMatch(/^<html lang="en" dir="ltr"><head><meta charset="utf-8"\/>/i)
  expect(html).toMatch(/<title>[^<]+ · Linkshelf<\/title>/)
  expect(html.match(/<h1>/g)).toHaveLength(1)
  expect(html.match(/<main>/g)).toHaveLength(1)
  expect(html).toContain(`<style>${pageStyle}</style>`)
  expect(html).not.toMatch(/<script|\son[a-z]+=|javascript:/i)
})

it.each(Object.entries(pages))('requests nothing from other origins on the %s page', (_name, html) => {
  const addresses = [...html.matchAll(/(?:src|href|url)\s*[=(]\s*"?([^")\s>]*)/g)].map((match) => match[1])
  const isOwn = (address = '') => ['', '/favicon.ico', fontPath].includes(address) || storeFontFiles.has(address)
  expect(addresses.filter((address) => !isOwn(address) && !address?.startsWith(`/media/${digest}/`))).toEqual([])
  expect(pageStyle).not.toMatch(/@import/)
  expect([...pageStyle.matchAll(/url\(([^)]*)\)/g)].map((match) => match[1])).toEqual([fontPath])
})

it('shows for each shop of a choice where it leads and whether it is an ad', () => {
  const html = renderToStaticMarkup(
    <ChoicePage
      language="en"
      title={undefined}
      choices={[
        { name: 'Amazon', host: 'amazon.de', isAd: true, href: '/1' },
        { name: 'maker.example', host: 'maker.example', isAd: false, href: '/2' },
      ]}
      disclosure="Ad"
    />,
  )
  expect(html).toContain('<a class="button" href="/1" rel="sponsored nofollow"><span>Amazon</span><small>amazon.de · Ad</small></a>')
  expect(html).toContain('<a class="button" href="/2" rel="nofollow"><span>maker.example</span><small></small></a>')
})

it('escapes the host name', () => {
  expect(renderToStaticMarkup(<FrontPage language="en" host={'<b>"go"'} />)).not.toContain('<b>')
})
