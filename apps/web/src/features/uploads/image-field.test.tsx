import { errorCatalog } from '@linkshelf/contract'
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Answers,
  answerCalls,
  errorReply,
  inProject,
  noReply,
  orgId,
  projectId,
  Reply,
  signIn,
} from '../../../test/open-dashboard.tsx'
import { ImageField } from './image-field.tsx'

// The DOM of these tests can't measure the progress of a request, so the request is sent with `fetch`. The test's
// answers replace `fetch`.
vi.mock('../../api/measured-request.ts', () => ({
  sendMeasured: (request: Request, onProgress: (share: number) => void) => {
    onProgress(0.4)
    return fetch(request)
  },
}))

const uploadCall = `POST ${inProject}/uploads`
const url = `http://go.test/media/${'a'.repeat(27)}/640x480.webp`
const anUpload = () => new Reply(201, { upload_id: 'a'.repeat(27), url, width: 640, height: 480 })
const photograph = new File(['bytes'], 'lamp.jpg', { type: 'image/jpeg' })

function Field({ initial, changes, error }: { initial: string; changes: string[]; error: string | undefined }) {
  const [value, setValue] = useState(initial)
  const change = (next: string) => {
    changes.push(next)
    setValue(next)
  }
  return <ImageField scope={{ orgId, projectId }} label="Banner" value={value} onChange={change} error={error} />
}

/** Renders the field. Returns an array that collects each new value of the field. */
function renderField(answers: Answers, { value = '', error = undefined as string | undefined } = {}): string[] {
  const changes: string[] = []
  answerCalls(answers)
  render(
    <MantineProvider env="test">
      <Field initial={value} changes={changes} error={error} />
    </MantineProvider>,
  )
  return changes
}

beforeEach(() => signIn())

describe('a picture', () => {
  it('is uploaded when it is chosen, and its address is the value', async () => {
    const bodies: unknown[] = []
    const changes = renderField({
      [uploadCall]: ({ body }) => {
        bodies.push(body)
        return anUpload()
      },
    })

    await userEvent.upload(screen.getByLabelText('Banner file'), photograph)

    expect(await screen.findByText('Uploaded, 640 × 480 pixels.')).toBeTruthy()
    expect(changes).toEqual([url])
    expect(bodies).toEqual([expect.stringContaining('filename="lamp.jpg"')])
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it.each([
    ['dropped', (area: Element) => fireEvent.drop(area, { dataTransfer: { files: [photograph] } })],
    ['pasted', (area: Element) => fireEvent.paste(area, { clipboardData: { files: [photograph] } })],
  ])('is uploaded when it is %s', async (_how, put) => {
    renderField({ [uploadCall]: anUpload })

    put(screen.getByRole('button', { name: 'Choose picture' }))

    expect(await screen.findByText('Uploaded, 640 × 480 pixels.')).toBeTruthy()
  })

  it('shows its progress while it is uploaded', async () => {
    renderField({ [uploadCall]: noReply })

    await userEvent.upload(screen.getByLabelText('Banner file'), photograph)

    expect((await screen.findByRole('status')).textContent).toContain('Uploading… 40%')
    expect(screen.getByRole('group', { name: 'Banner' }).getAttribute('aria-busy')).toBe('true')
  })

  it('is removed, and the button that chooses a picture gets the focus', async () => {
    const changes = renderField({}, { value: url })

    await userEvent.click(screen.getByRole('button', { name: 'Remove banner' }))

    expect(changes).toEqual([''])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose picture' }))
  })

  it('shows why it was rejected, and does not change the value', async () => {
    const changes = renderField({ [uploadCall]: () => errorReply(422, 'UPLOAD_INVALID', errorCatalog.UPLOAD_INVALID.message) })

    await userEvent.upload(screen.getByLabelText('Banner file'), photograph)

    expect((await screen.findByRole('alert')).textContent).toBe(errorCatalog.UPLOAD_INVALID.message)
    expect(changes).toEqual([])
  })

  it('cancels the upload of the picture that was chosen before it', async () => {
    const answers = vi.fn().mockImplementationOnce(() => new Promise(() => undefined))
    answers.mockImplementation(anUpload)
    const changes = renderField({ [uploadCall]: answers })

    await userEvent.upload(screen.getByLabelText('Banner file'), photograph)
    await userEvent.upload(screen.getByLabelText('Banner file'), new File(['other'], 'other.jpg', { type: 'image/jpeg' }))

    await waitFor(() => expect(changes).toEqual([url]))
  })
})

describe('an address', () => {
  it('is the value while it is typed, and shows the error of the form', async () => {
    const changes = renderField({}, { error: 'Enter an address that begins with https://' })

    await userEvent.type(screen.getByRole('textbox', { name: 'Address of banner' }), 'x')

    expect(changes).toEqual(['x'])
    expect(screen.getByRole('alert').textContent).toBe('Enter an address that begins with https://')
  })

  it('is replaced by the address of a stored copy', async () => {
    const bodies: unknown[] = []
    const changes = renderField(
      {
        [uploadCall]: ({ body }) => {
          bodies.push(body)
          return anUpload()
        },
      },
      { value: 'https://shop.example/lamp.png' },
    )

    await userEvent.click(screen.getByRole('button', { name: 'Store a copy' }))

    await waitFor(() => expect(changes).toEqual([url]))
    expect(bodies).toEqual([{ url: 'https://shop.example/lamp.png', purpose: 'picture' }])
  })

  it.each(['https://m.media-amazon.com/images/I/41.jpg', 'lamp', ''])('offers no copy of %j', (value) => {
    renderField({}, { value })

    expect(screen.queryByRole('button', { name: 'Store a copy' })).toBeNull()
  })

  it('shows that there is no picture at this address', async () => {
    renderField({}, { value: 'https://shop.example/gone.png' })

    fireEvent.error(screen.getByRole('group').querySelector('img') as Element)

    expect(screen.getByRole('img', { name: 'No picture at this address' })).toBeTruthy()
  })
})
