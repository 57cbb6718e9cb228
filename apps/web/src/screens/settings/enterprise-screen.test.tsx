import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { inProject, internalError, openDashboard, Reply } from '../../../test/open-dashboard.tsx'
import { createSubscriptionAnswers } from '../../../test/sample-subscription.ts'

it('opens from its plan, and sends a message to the operator', async () => {
  const sent: unknown[] = []
  openDashboard('/settings/subscription', {
    ...createSubscriptionAnswers(),
    [`POST ${inProject}/ideas`]: ({ body }) => {
      sent.push(body)
      return new Reply(201, { id: '0197a000-0000-7000-8000-000000000900' })
    },
  })
  await userEvent.click(await screen.findByRole('link', { name: 'Contact us' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Enterprise' })).toBeTruthy()
  expect(await screen.findByText(/The answer comes to mia@example\.org\./)).toBeTruthy()

  await userEvent.type(await screen.findByRole('textbox', { name: 'Message' }), 'Two million clicks a day')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))

  expect(await screen.findByText('Thank You!')).toBeTruthy()
  expect(screen.getByText('Your request has been sent. The answer comes by email.')).toBeTruthy()
  expect(sent).toEqual([{ subject: 'Enterprise plan', idea: 'Two million clicks a day' }])
  expect(await screen.findByRole('heading', { name: 'Current Plan' })).toBeTruthy()
})

it('says that the request could not be sent, and leaves the text in the form', async () => {
  openDashboard('/settings/subscription/enterprise', { [`POST ${inProject}/ideas`]: internalError })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Message' }), 'Two million clicks a day')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))

  expect(await screen.findByText(/Failed to send your request\. Please try again\./)).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('Two million clicks a day')
})
