import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  type Answers,
  anOrganization,
  inProject,
  internalError,
  noReply,
  openDashboard,
} from '../../../test/open-dashboard.tsx'

const submit = `POST ${inProject}/ideas`

async function openDialog(answers: Answers = {}): Promise<void> {
  openDashboard('/', { [`GET ${inProject}/analytics/overview`]: noReply, ...answers })
  await openForm()
}

async function openForm(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Contact & Feedback' }))
  await screen.findByRole('dialog', { name: 'Contact & Feedback' })
}

async function fillFeedback(subject: string, idea: string): Promise<void> {
  await userEvent.click(screen.getByRole('textbox', { name: 'Subject' }))
  await userEvent.paste(subject)
  await userEvent.click(screen.getByRole('textbox', { name: 'Message' }))
  await userEvent.paste(idea)
}

/** Waits until Submit is enabled, and clicks it. It is disabled while the project loads. */
async function send(): Promise<void> {
  const button = screen.getByRole('button', { name: 'Submit' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await userEvent.click(button)
}

function isClosed(): Promise<void> {
  return waitFor(() => expect(screen.queryByRole('dialog', { name: 'Contact & Feedback' })).toBeNull())
}

describe('Contact & Feedback', () => {
  it('sends feedback, shows a toast and clears the form', async () => {
    const sent: unknown[] = []
    const storeSession: Answer = ({ body }) => {
      sent.push(body)
      return { id: 'an-id' }
    }
    await openDialog({ [submit]: storeSession })

    await fillFeedback(' Bulk import ', 'From a file.\nPlease.')
    await send()

    expect(await screen.findByText('Thank You!')).toBeTruthy()
    expect(screen.getByText('Your idea has been submitted successfully.')).toBeTruthy()
    expect(sent).toEqual([{ subject: 'Bulk import', idea: 'From a file.\nPlease.' }])
    await isClosed()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Contact & Feedback' })))
    await openForm()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe('')
  })

  it('shows the error without clearing the text', async () => {
    await openDialog({ [submit]: internalError })

    await fillFeedback('Bulk import', 'Please.')
    await send()

    expect(await screen.findByText(/Failed to submit your idea. Please try again./)).toBeTruthy()
    expect(screen.getByDisplayValue('Bulk import')).toBeTruthy()
    expect(screen.getByDisplayValue('Please.')).toBeTruthy()
  })

  it('shows that it is being sent, and sends it once', async () => {
    let sent = 0
    const count: Answer = () => {
      sent += 1
      return noReply()
    }
    await openDialog({ [submit]: count })
    await fillFeedback('Bulk import', 'Please.')

    await send()

    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' }).disabled).toBe(true))
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    expect(sent).toBe(1)
  })

  it('rejects empty feedback', async () => {
    const isDisabled = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' }).disabled
    await openDialog()
    await fillFeedback('Bulk import', 'Please.')
    await waitFor(() => expect(isDisabled()).toBe(false))

    await userEvent.clear(screen.getByRole('textbox', { name: 'Message' }))
    expect(isDisabled()).toBe(true)

    await fillFeedback('', 'Please.')
    await userEvent.clear(screen.getByRole('textbox', { name: 'Subject' }))
    expect(isDisabled()).toBe(true)
  })

  it.each([
    ['  ', 'Please.', 'Please fill in all fields.', 'Subject'],
    ['Import 🚀', 'Please.', 'Please use only standard characters in your submission.', 'Subject'],
    ['Import', '  ', 'Please fill in all fields.', 'Message'],
    ['Import', 'a\u0007b', 'Please use only standard characters in your submission.', 'Message'],
    ['Import', 'Please 🙏', 'Please use only standard characters in your submission.', 'Message'],
  ])('focuses the invalid field for %j, %j', async (subject, idea, sentence, field) => {
    await openDialog()

    await fillFeedback(subject, idea)
    await send()

    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: field }))
  })

  it('sends the feedback when the project is loaded', async () => {
    let answer: (organizations: unknown[]) => void = () => undefined
    const organizations = new Promise<unknown[]>((resolve) => {
      answer = resolve
    })
    await openDialog({ 'GET /v1/organizations': () => organizations, [submit]: () => ({ id: 'an-id' }) })
    await fillFeedback('Bulk import', 'Please.')

    expect(screen.getByRole('button', { name: 'Submit' })).toHaveProperty('disabled', true)
    answer([anOrganization()])
    await send()

    expect(await screen.findByText('Thank You!')).toBeTruthy()
  })

  it('requires a project', async () => {
    await openDialog({ 'GET /v1/organizations': () => [] })

    await fillFeedback('Bulk import', 'Please.')
    await send()

    expect(await screen.findByText('Please select a project to submit your idea.')).toBeTruthy()
  })

  it('counts characters, and warns near the limit', async () => {
    await openDialog()

    await fillFeedback('a'.repeat(90), 'b'.repeat(360))
    expect(screen.getByText('90 / 100')).toBeTruthy()
    expect(screen.getByText('360 / 400')).toBeTruthy()

    await fillFeedback('a', 'b')
    expect(screen.getByText('91 / 100 · 9 left')).toBeTruthy()
    expect(screen.getByText('361 / 400 · 39 left')).toBeTruthy()
    expect(screen.getByText('Fewer than 10 characters left').getAttribute('role')).toBe('status')
    expect(screen.getByText('Fewer than 40 characters left')).toBeTruthy()

    await fillFeedback('a'.repeat(20), '')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toHaveLength(100)
    expect(screen.getByText('No characters left')).toBeTruthy()
  })

  it('restores the text after Escape', async () => {
    await openDialog()
    await fillFeedback('Bulk import', 'Please.')

    await userEvent.keyboard('{Escape}')
    await isClosed()
    await openForm()

    expect(screen.getByDisplayValue('Bulk import')).toBeTruthy()
    expect(screen.getByDisplayValue('Please.')).toBeTruthy()
  })
})
