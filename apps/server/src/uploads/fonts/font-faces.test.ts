import { expect, it } from 'vitest'
import { parseFontFaces, writeFontFaces } from './font-faces.ts'

const googleFonts = `/* cyrillic */
@font-face {
  font-family: 'Playfair Display';
  font-style: normal;
  font-weight: 400 700;
  font-stretch: 100%;
  font-display: swap;
  src: url(https://fonts.example/s/a.woff2) format('woff2');
  unicode-range: U+0301, U+0400-045F,
    U+4??;
}
@font-face { FONT-FAMILY: Inter; src: local("Inter"), url("b.ttf") format("truetype"), url("b.woff2") format("woff2") }`

function rewrite(css: string): string | undefined {
  const faces = parseFontFaces(css, 'https://fonts.example/css2?family=Inter')
  return faces && writeFontFaces(faces, (url) => String(url))
}

it("writes a style sheet's rules again, each with its WOFF2 file", () => {
  expect(rewrite(googleFonts)?.trim().split('\n')).toEqual([
    "@font-face{font-family:'Playfair Display';font-style:normal;font-weight:400 700;font-stretch:100%;font-display:swap;unicode-range:u+0301, u+0400-045f, u+4??;src:url(https://fonts.example/s/a.woff2) format('woff2')}",
    "@font-face{font-family:'Inter';src:url(https://fonts.example/b.woff2) format('woff2')}",
  ])
})

const file = 'src:url(a.woff2)'
const plain = "@font-face{font-family:'Inter';src:url(https://fonts.example/a.woff2) format('woff2')}\n"

it.each([
  ['other rules', `body{background:url(https://spy.example)}@import "https://spy.example";@font-face{font-family:Inter;${file}}`, plain],
  ['rules inside of others', `@media print{@font-face{font-family:Inter;${file}}}`, ''],
  ['other descriptors', `@font-face{font-family:Inter;${file};size-adjust:90%;behavior:url(#x)}`, plain],
  [
    'values that are not valid',
    `@font-face{font-family:Inter;${file};font-weight:400/**/;font-style:url(x);unicode-range:U+1,x}`,
    undefined,
  ],
  ['a family that could end a text', `@font-face{font-family:"x';}*{color:red";${file}}`, ''],
  ['a map of the source', `@font-face{font-family:Inter;${file}}\n/*# sourceMappingURL=file:///etc/passwd */`, plain],
])('leaves out %s', (_what, css, written) => {
  const result = rewrite(css)

  if (written !== undefined) expect(result).toBe(written)
  expect(result).not.toMatch(/spy|color|style:|range|passwd/)
})

it.each([
  ['fonts.example/x.ttf', 'src:url(https://fonts.example/x.ttf)'],
  ['a TrueType font named like WOFF2', 'src:url(x.woff2) format("truetype")'],
  ['a font of this machine', 'src:local(Inter)'],
])('finds no WOFF2 file in %s', (_what, src) => {
  expect(parseFontFaces(`@font-face{font-family:Inter;${src}}`, 'https://fonts.example/')).toMatchObject([{ url: undefined }])
})

it('returns undefined for text that is no style sheet', () => {
  expect(parseFontFaces('<!doctype html><p title="}', 'https://fonts.example/')).toBeUndefined()
})

it('reads a hostile style sheet of half a megabyte in linear time', () => {
  for (const src of [`url(${' '.repeat(490_000)}`, 'url(a)'.repeat(80_000), `url("a")${' '.repeat(490_000)}x`])
    expect(parseFontFaces(`@font-face{font-family:Inter;src:${src})}`, 'https://fonts.example/')).toMatchObject([{ url: undefined }])
})
