import { describe, expect, it } from 'vitest'
import { findSharedUrl, parseUrls } from './typed-url.tsx'

describe('parseUrls', () => {
  it.each([
    ['shop.example/lamp', ['https://shop.example/lamp']],
    ['https://a.example/1\r\nhttps://b.example/2\n', ['https://a.example/1', 'https://b.example/2']],
    ['a.example a.example/', ['https://a.example/']],
    ['see https://a.example/1', []],
    ['lamp', []],
    ['', []],
  ])('finds in %j the URLs %j', (text, urls) => {
    expect(parseUrls(text)).toEqual(urls)
  })
})

describe('findSharedUrl', () => {
  it.each([
    ['the parameter url', { url: 'https://shop.example/lamp', text: 'https://other.example/' }, 'https://shop.example/lamp'],
    ['a text that is a URL', { text: 'shop.example/lamp' }, 'https://shop.example/lamp'],
    ['a sentence', { text: 'Look at this: https://shop.example/lamp?a=1. So bright!' }, 'https://shop.example/lamp?a=1'],
    ['parentheses', { text: 'A lamp (https://shop.example/lamp).' }, 'https://shop.example/lamp'],
    ['a path with parentheses', { text: 'https://wiki.example/Lamp_(light)' }, 'https://wiki.example/Lamp_(light)'],
    ['quotation marks', { text: 'She wrote “https://shop.example/lamp”' }, 'https://shop.example/lamp'],
    ['the title', { title: 'Lamp https://shop.example/lamp', text: 'for the desk' }, 'https://shop.example/lamp'],
    ['no text', {}, undefined],
    ['words only', { text: 'A lamp, etc. for the desk' }, undefined],
    ['another scheme', { url: 'javascript:alert(1)', text: 'ftp://shop.example/lamp' }, undefined],
  ])('looks for a URL in %s', (_where, shared: Record<string, string>, url) => {
    expect(findSharedUrl(new URLSearchParams(shared))).toBe(url)
  })
})
