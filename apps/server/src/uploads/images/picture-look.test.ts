import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { findLook } from './picture-look.ts'

/** Returns the pixels of an SVG drawing, in the form that `findLook` takes. */
async function aDrawing(width: number, height: number, content: string) {
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`)
  const { data, info } = await sharp(svg).raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: info })
}

const red = (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="80" fill="#e55"/>`
const blue = (width: number, height: number) => `<rect width="${width}" height="${height}" fill="#345"/>`

describe('the look of a picture', () => {
  it.each([
    ['at the right of a wide picture', aDrawing(1_200, 400, blue(1_200, 400) + red(1_050, 200)), [80, 95], [35, 65]],
    ['at the top of a tall picture', aDrawing(400, 1_200, blue(400, 1_200) + red(200, 150)), [35, 65], [5, 20]],
    ['at the left of a square', aDrawing(600, 600, blue(600, 600) + red(90, 300)), [5, 25], [35, 65]],
  ])('has its focus %s', async (_place, image, [left = 0, right = 0], [top = 0, bottom = 0]) => {
    const { focus_x: x, focus_y: y, is_cutout } = await findLook(await image)

    expect([x >= left, x <= right, y >= top, y <= bottom, is_cutout]).toEqual([true, true, true, true, false])
  })

  it.each([
    ['white', '<rect width="600" height="600" fill="#fff"/>'],
    ['transparent', ''],
  ])('finds a cut-out on a %s background, and its hue', async (_ground, ground) => {
    const { is_cutout, hue } = await findLook(
      await aDrawing(600, 600, `${ground}<rect x="150" y="150" width="300" height="300" fill="#36c"/>`),
    )

    expect(is_cutout).toBe(true)
    expect(hue).toBeGreaterThan(210)
    expect(hue).toBeLessThan(230)
  })

  it('has no hue for a gray picture, and no cut-out if the edge cuts the object', async () => {
    const gray = '<rect width="600" height="600" fill="#fff"/><rect x="150" width="300" height="600" fill="#888"/>'

    expect(await findLook(await aDrawing(600, 600, gray))).toMatchObject({ is_cutout: false, hue: null })
  })

  it.each([
    [1, 1],
    [3, 2],
    [1, 900],
  ])('is within a picture of %i × %i pixels', async (width, height) => {
    const { focus_x: x, focus_y: y } = await findLook(await aDrawing(width, height, blue(width, height)))

    expect([x, y].every((percent) => percent >= 0 && percent <= 100)).toBe(true)
  })
})
