import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { BusyPage, FrontPage, pageStyle, RemovedLinkPage, TooManyMissesPage, UnknownLinkPage } from './index.ts'

const pages = {
  unknown: renderToStaticMarkup(<UnknownLinkPage />),
  removed: renderToStaticMarkup(<RemovedLinkPage />),
  busy: renderToStaticMarkup(<BusyPage />),
  'too many': renderToStaticMarkup(<TooManyMissesPage />),
  front: renderToStaticMarkup(<FrontPage host="go.example" />),
}

it.each(Object.entries(pages))('draws the %s page whole, with one heading, one style and no script', (_name, html) => {
  expect(html).toMatch(/^<html lang="en"><head><meta charset="utf-8"\/>/i)
  expect(html).toMatch(/<title>[^<]+ · Linkshelf<\/title>/)
  expect(html.match(/<h1>/g)).toHaveLength(1)
  expect(html.match(/<main>/g)).toHaveLength(1)
  expect(html).toContain(`<style>${pageStyle}</style>`)
  expect(html).not.toMatch(/<script|\son[a-z]+=|javascript:/i)
})

it.each(Object.entries(pages))('asks nobody else for anything on the %s page', (_name, html) => {
  const addresses = [...html.matchAll(/(?:src|href|url)\s*[=(]\s*"?([^")\s>]*)/g)].map((match) => match[1])
  expect(addresses.filter((address) => address !== '' && address !== '/favicon.ico')).toEqual([])
  expect(pageStyle).not.toMatch(/@import|url\(/)
})

it('escapes the name of the host', () => {
  expect(renderToStaticMarkup(<FrontPage host={'<b>"go"'} />)).not.toContain('<b>')
})
