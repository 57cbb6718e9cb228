import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { type Answers, anOrganization, aProduct, aStore, inProject, openDashboard, Reply } from '../../../../test/open-dashboard.tsx'

// The DOM of these tests can't measure a request, so the answers replace `fetch` here.
vi.mock('../../../api/measured-request.ts', () => ({ sendMeasured: (request: Request) => fetch(request) }))

const image_url = `https://go.test/media/${'a'.repeat(27)}/1200x400.webp`
const image_look = { focus: { x: 0.8, y: 0.5 }, cutout: false, hue: 38 }
const lamp = aProduct({ product_id: 'lamp', image_url, image_look })

/** Opens the form of a product with the changed fields. Returns the bodies of its changes. */
function openLamp(changes: object = {}, more: Answers = {}): unknown[] {
  const sent: unknown[] = []
  const product = { ...lamp, ...changes }
  openDashboard('/store/products/edit/lamp', {
    [`GET ${inProject}/categories`]: () => [],
    [`GET ${inProject}/products`]: () => [product],
    [`GET ${inProject}/stores`]: () => [aStore()],
    [`GET ${inProject}/products/lamp`]: () => product,
    [`PATCH ${inProject}/products/lamp`]: ({ body }) => {
      sent.push(body)
      return { ...product, ...(body as object), revision: 'second' }
    },
    ...more,
  })
  return sent
}

const findHandle = () => screen.findByRole('slider', { name: 'Focus of the picture' })
const readCrop = async () => (await screen.findByRole('figure')).querySelector('img')?.style.objectPosition
const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save product' }))

it('starts at the computed focus, is moved with the arrow keys, and is saved', async () => {
  const sent = openLamp()
  const point = await findHandle()
  expect(point.getAttribute('aria-valuetext')).toBe('80% from the left, 50% from the top')
  expect(await readCrop()).toBe('95% 50%')

  await userEvent.type(point, '{ArrowLeft}{ArrowLeft}{ArrowUp}')
  expect(point.getAttribute('aria-valuetext')).toBe('76% from the left, 48% from the top')
  await userEvent.type(point, '{Home}')
  expect(await readCrop()).toBe('0% 50%')
  await save()

  await waitFor(() => expect(sent).toEqual([{ revision: 'first', image_focus: { x: 0, y: 0.48 } }]))
})

it('is moved by a tap on the picture, and cannot leave the picture', async () => {
  openLamp()
  const point = await findHandle()
  const stage = point.parentElement ?? point
  stage.getBoundingClientRect = () => new DOMRect(100, 50, 300, 100)

  fireEvent.click(stage, { clientX: 175, clientY: 70 })
  expect(point.getAttribute('aria-valuetext')).toBe('25% from the left, 20% from the top')
  fireEvent.click(stage, { clientX: 500, clientY: 0 })
  expect(point.getAttribute('aria-valuetext')).toBe('100% from the left, 0% from the top')
})

it('returns to the computed focus', async () => {
  const sent = openLamp({ image_focus: { x: 0.1, y: 0.9 } })
  const point = await findHandle()
  expect(point.getAttribute('aria-valuetext')).toBe('10% from the left, 90% from the top')

  const reset = screen.getByRole('button', { name: 'Use automatic focus' })
  await userEvent.click(reset)
  expect(point.getAttribute('aria-valuetext')).toBe('80% from the left, 50% from the top')
  expect(document.activeElement).toBe(point)
  expect(reset).toHaveProperty('disabled', true)
  await save()

  await waitFor(() => expect(sent).toEqual([{ revision: 'first', image_focus: null }]))
})

it('is reset for another picture, and can be moved even if that picture’s look is unknown', async () => {
  const sent = openLamp({ image_url: 'https://shop.example/lamp.jpg', image_look: null, image_focus: { x: 0.1, y: 0.9 } })
  await findHandle()
  fireEvent.change(screen.getByRole('textbox', { name: 'Address of image' }), { target: { value: 'https://shop.example/other.jpg' } })
  await waitFor(async () => expect((await findHandle()).getAttribute('aria-valuetext')).toBe('50% from the left, 50% from the top'))
  await userEvent.type(await findHandle(), '{ArrowDown}')
  expect(await readCrop()).toBe('50% 50%')
  await userEvent.type(await findHandle(), '{PageDown}')
  expect(await readCrop()).toBe('50% 100%')
  await save()

  const image_focus = { x: 0.5, y: 1 }
  await waitFor(() => expect(sent).toEqual([{ revision: 'first', image_url: 'https://shop.example/other.jpg', image_focus }]))
})

it('starts at the computed focus of a picture that was just uploaded', async () => {
  const url = `https://go.test/media/${'b'.repeat(27)}/400x1200.webp`
  const look = { focus: { x: 0.5, y: 0.1 }, cutout: false, hue: null }
  openLamp({}, { [`POST ${inProject}/uploads`]: () => new Reply(201, { upload_id: 'b'.repeat(27), url, width: 400, height: 1_200, look }) })
  await findHandle()
  const file = new File(['x'], 'lamp.png', { type: 'image/png' })
  await userEvent.upload(screen.getByLabelText('Image file'), file)

  await waitFor(async () => expect((await findHandle()).getAttribute('aria-valuetext')).toBe('50% from the left, 10% from the top'))
})

it.each<[string, object, Answers]>([
  ['a store that shows pictures whole', {}, { [`GET ${inProject}/stores`]: () => [aStore({ picture_ratio: 'whole' })] }],
  ['no store', {}, { [`GET ${inProject}/stores`]: () => [] }],
  ['no picture', { image_url: null, image_look: null }, {}],
  ['a cut-out, which is shown whole', { image_look: { ...image_look, cutout: true } }, {}],
  ['a viewer', {}, { 'GET /v1/organizations': () => [anOrganization({ role: 'viewer' })] }],
])('is not offered with %s', async (_case, changes, more) => {
  openLamp(changes, more)
  await screen.findByRole('heading', { name: 'Brass desk lamp', level: 1 })
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull())

  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.queryByText('The edge of this picture is empty, so your store shows it whole.') !== null).toBe(
    'image_look' in changes && changes.image_look !== null,
  )
})
