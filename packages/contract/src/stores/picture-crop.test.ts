import fc from 'fast-check'
import { expect, it } from 'vitest'
import { computeCropPosition, croppedRatios, cropSteps } from './picture-crop.ts'

const formatMediaUrl = (size: string) => `https://go.example/media/${'a'.repeat(27)}/${size}.webp`
const focus = { x: 0.8, y: 0.2 }

it.each([
  ['a wide one in a square', formatMediaUrl('1280x320'), croppedRatios.square, { x: 18, y: 4 }],
  ['a tall one in a square', formatMediaUrl('400x1200'), croppedRatios.square, { x: 16, y: 1 }],
  ['a square across', formatMediaUrl('800x800'), croppedRatios.landscape, { x: 16, y: 0 }],
  ['a square in a square', formatMediaUrl('800x800'), croppedRatios.square, { x: 16, y: 4 }],
  ['one of unknown size', 'https://shop.example/lamp.jpg', croppedRatios.square, { x: 16, y: 4 }],
  ['one that is shown whole', formatMediaUrl('1280x320'), croppedRatios.whole, { x: 16, y: 4 }],
])('computes the crop position of %s', (_picture, url, ratio, position) => {
  expect(computeCropPosition(url, focus, ratio)).toEqual(position)
})

it('shows the focus of every picture in every ratio, or at most half a step outside the crop', () => {
  const side = fc.integer({ min: 1, max: 2_560 })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const ratio = fc.constantFrom(1, 4 / 5, 3 / 2)
  fc.assert(
    fc.property(side, side, share, share, ratio, (width, height, x, y, cropped) => {
      const position = computeCropPosition(formatMediaUrl(`${width}x${height}`), { x, y }, cropped)
      const scale = Math.max(cropped / width, 1 / height)
      for (const [at, side, box, steps] of [
        [x, width * scale, cropped, position.x],
        [y, height * scale, 1, position.y],
      ] as const) {
        const hidden = side - box
        const shownAt = at * side - (steps / cropSteps) * hidden
        const step = hidden / cropSteps
        expect(shownAt).toBeGreaterThanOrEqual(-step / 2 - 1e-9)
        expect(shownAt).toBeLessThanOrEqual(box + step / 2 + 1e-9)
      }
    }),
  )
})
