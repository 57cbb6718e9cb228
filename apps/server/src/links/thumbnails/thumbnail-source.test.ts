import { isVideoAddress } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { listPagePictures } from './page-picture.ts'
import { findThumbnailSource, parseOembedFiles } from './thumbnail-source.ts'

const youtube = ['https://i.ytimg.com/vi/dQw4w9WgXcQ/maxresdefault.jpg', 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg']

it.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10', youtube],
  ['https://m.youtube.com/shorts/dQw4w9WgXcQ', youtube],
  ['https://www.youtube.com/live/dQw4w9WgXcQ?si=x', youtube],
  ['https://youtu.be/dQw4w9WgXcQ', youtube],
  ['https://www.dailymotion.com/video/x8abcde', ['https://www.dailymotion.com/thumbnail/video/x8abcde']],
  ['https://dai.ly/x8abcde', ['https://www.dailymotion.com/thumbnail/video/x8abcde']],
])('finds the known picture address of the video %s', (address, files) => {
  expect(findThumbnailSource(address)).toEqual({ kind: 'files', files })
  expect(isVideoAddress(address)).toBe(true)
})

it.each([
  ['https://vimeo.com/76979871', 'https://vimeo.com/api/oembed.json?url=https%3A%2F%2Fvimeo.com%2F76979871'],
  [
    'https://www.tiktok.com/@mia/video/7106594312292453675',
    'https://www.tiktok.com/oembed?url=https%3A%2F%2Fwww.tiktok.com%2F%40mia%2Fvideo%2F7106594312292453675',
  ],
])('requests the oEmbed response for %s', (address, url) => {
  expect(findThumbnailSource(address)).toEqual({ kind: 'oembed', url })
  expect(isVideoAddress(address)).toBe(true)
})

it.each([
  'https://www.youtube.com/@mia',
  'https://www.youtube.com/watch?v=short',
  'https://notyoutube.com/watch?v=dQw4w9WgXcQ',
  'https://mia.example/',
])('finds the picture of %s by reading the page', (url) => {
  expect(findThumbnailSource(url)).toEqual({ kind: 'page', url })
})

it.each(['https://www.amazon.de/dp/B0EXAMPLE', 'https://amzn.to/abc', 'https://www.awin1.com/cread.php?awinmid=1'])(
  'requests nothing for %s, which forbids copies or would count a click',
  (address) => {
    expect(findThumbnailSource(address)).toBeUndefined()
  },
)

it.each([
  ['{"thumbnail_url":"https://i.vimeocdn.com/video/1.jpg"}', ['https://i.vimeocdn.com/video/1.jpg']],
  ['{"thumbnail_url":"file:///etc/passwd"}', []],
  ['{"thumbnail_url":"https://m.media-amazon.com/images/I/1.jpg"}', []],
  ['{"thumbnail_url":7}', []],
  ['null', []],
  ['<html>', []],
])('returns only a picture that may be copied from the oEmbed response %s', (body, files) => {
  expect(parseOembedFiles(Buffer.from(body))).toEqual(files)
})

it.each([
  [
    '<meta property="og:image" content="/a.jpg"><meta name="twitter:image" content="b.jpg">',
    ['https://mia.example/a.jpg', 'https://mia.example/page/b.jpg'],
  ],
  ['<META NAME=twitter:image CONTENT="https://cdn.example/x.png?a=1&amp;b=2">', ['https://cdn.example/x.png?a=1&b=2']],
  ['<meta property="og:image" content="javascript:alert(1)"><meta property="og:image" content="https://second.example/">', []],
  ['<meta property="og:image" content="https://m.media-amazon.com/images/I/1.jpg">', []],
  ['<title>Mia</title><meta property="og:image">', []],
])('finds the pictures of the page %s', (html, pictures) => {
  expect(listPagePictures(Buffer.from(html), 'text/html', 'https://mia.example/page/')).toEqual(pictures)
})
