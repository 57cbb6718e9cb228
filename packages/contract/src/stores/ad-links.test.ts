import { expect, it } from 'vitest'
import { isAdLink, isVideoHost, type LinkFacts, namesAffiliate } from './ad-links.ts'

it.each<[string, LinkFacts, boolean]>([
  ['a video', { host: 'www.youtube.com' }, false],
  ['a short address of a video', { host: 'youtu.be' }, false],
  ['a page that names no affiliate', { host: 'maker.example' }, false],
  ['a page that names one', { host: 'maker.example', namesAffiliate: true }, true],
  ['a retailer', { host: 'www.amazon.de' }, true],
  ['a retailer without the tag of the owner', { host: 'www.amazon.de', isAffiliated: false }, false],
  ['a short address of a retailer', { host: 'amzn.to' }, true],
  ['a network', { host: 'www.awin1.com', isAffiliated: false }, true],
  ['a short link of an affiliate tool', { host: 'geni.us' }, true],
  ['a short link to an unknown place', { host: 'bit.ly' }, true],
  ['a short link to a video', { host: 'bit.ly', expandedHost: 'www.youtube.com' }, false],
  ['a short link to a retailer', { host: 'bit.ly', expandedHost: 'www.ebay.com' }, true],
  ['a page with a retailer for some countries', { host: 'maker.example', shops: ['www.amazon.com'] }, true],
  ['a host that only ends like a retailer', { host: 'amazon.com.evil.example' }, false],
])('says whether a link is an ad: %s', (_name, facts, expected) => {
  expect(isAdLink(facts)).toBe(expected)
})

it.each([
  ['https://maker.example/lamp?ref=mia', true],
  ['https://maker.example/lamp?color=red&AFF_ID=7', true],
  ['https://maker.example/?utm_source=x&utm_medium=affiliate', true],
  ['https://maker.example/lamp?reference=7&preview=1', false],
  ['https://www.youtube.com/watch?v=ref', false],
  ['https://maker.example/lamp?utm_medium=email', false],
])('says whether %s names an affiliate: %s', (address, expected) => {
  expect(namesAffiliate(address)).toBe(expected)
})

it('recognizes hosts of videos with any subdomain', () => {
  expect(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtu.be'].filter((host) => !isVideoHost(host))).toEqual([])
  expect(['notyoutube.com', 'youtube.com.example', 'maker.example'].filter(isVideoHost)).toEqual([])
})
