import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Picture } from './pictures.tsx'

const digest = 'AbCdEfGhIjKlMnOpQrStUvWxY_-'
const folder = `https://go.test/media/${digest}`

const listWidths = (html: string) => [...html.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))

it('offers an uploaded picture in its widths, as AVIF and as WebP', () => {
  const html = renderToStaticMarkup(<Picture className="banner" src={`${folder}/1000x500.webp`} sizes="100vw" width="1200" height="300" />)

  expect(html).toContain(`<source type="image/avif" srcSet="${folder}/320x160.avif 320w, ${folder}/640x320.avif 640w, `)
  expect(html).toContain(`srcSet="${folder}/320x160.webp 320w, ${folder}/640x320.webp 640w, `)
  expect(html).toContain(`src="${folder}/1000x500.webp"`)
  expect(html).toContain('class="banner" width="1200" height="300"')
  expect(listWidths(html)).toEqual([320, 640, 960, 1_000, 320, 640, 960, 1_000])
})

it.each([
  ['1280x1280', 960, [320, 640, 960]],
  ['1280x1280', 320, [320]],
  ['200x200', 960, [200]],
  ['330x330', 960, [320, 330]],
])('offers a picture of %s at most %s pixels wide in the widths %j', (size, maxWidth, widths) => {
  const html = renderToStaticMarkup(<Picture src={`${folder}/${size}.webp`} sizes="20rem" maxWidth={maxWidth} />)

  expect(listWidths(html)).toEqual([...widths, ...widths])
})

it.each(['https://shop.example/lamp.jpg', `${folder}/180x180.png`, 'https://shop.example/media/x/1280x960.webp'])(
  'loads %s without other widths',
  (src) => {
    expect(renderToStaticMarkup(<Picture src={src} sizes="20rem" loading="lazy" />)).toBe(
      `<img loading="lazy" src="${src}" alt="" decoding="async"/>`,
    )
  },
)
