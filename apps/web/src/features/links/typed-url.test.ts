import { describe, expect, it } from 'vitest'
import { urlsIn } from './typed-url.ts'

describe('urlsIn', () => {
  it.each([
    ['shop.example/lamp', ['https://shop.example/lamp']],
    ['https://a.example/1\r\nhttps://b.example/2\n', ['https://a.example/1', 'https://b.example/2']],
    ['a.example a.example/', ['https://a.example/']],
    ['see https://a.example/1', []],
    ['lamp', []],
    ['', []],
  ])('of %j are %j', (text, urls) => {
    expect(urlsIn(text)).toEqual(urls)
  })
})
