import { errorCatalog, labelColorNames, labelNameMaxLength, labelPalette } from '@linkshelf/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  aLink,
  errorReply,
  inProject,
  internalError,
  noReply,
  openDashboard,
  Reply,
} from '../../../../test/open-dashboard.tsx'

const list = `GET ${inProject}/labels`

const audio = aLabel('audio', 1)
const spring = aLabel('spring', 2, { active: false })
const toLabelPath = ({ label_id }: { label_id: string }) => `${inProject}/labels/${label_id}`

function aLabel(name: string, number: number, changes: object = {}) {
  return {
    label_id: `0197a000-0000-7000-8000-0000000003${String(number).padStart(2, '0')}`,
    name,
    active: true,
    color_hex: null,
    ...changes,
  }
}

function openLabels(answer: Answer = () => [audio, spring], answers: Record<string, Answer> = {}): void {
  openDashboard('/settings/labels', { [list]: answer, ...answers })
}

async function press(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }))
}

async function fillName(text: string): Promise<HTMLElement> {
  const field = await screen.findByRole('textbox', { name: 'Name' })
  await userEvent.clear(field)
  if (text !== '') await userEvent.type(field, text)
  return field
}

async function confirm(title: string, action: string): Promise<void> {
  await userEvent.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: action }))
}

describe('the labels', () => {
  it('show a skeleton while they load', async () => {
    openLabels(noReply)

    await screen.findByRole('navigation', { name: 'Settings' })
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it('show the error, and load again on retry', async () => {
    let isDown = true
    openLabels(() => (isDown ? internalError() : [audio]))
    expect(await screen.findByRole('heading', { name: 'Error loading labels. Please try again.' })).toBeTruthy()

    isDown = false
    await press('Retry')

    expect(await screen.findByRole('button', { name: 'Edit audio' })).toBeTruthy()
  })

  it('offer to create the first', async () => {
    openLabels(() => [])
    await screen.findByRole('heading', { name: 'No labels yet' })

    await press('Create label')

    expect(await screen.findByRole('dialog', { name: 'Create label' })).toBeTruthy()
  })

  it('are listed with their actions', async () => {
    openLabels()

    const rows = within(await screen.findByRole('list', { name: 'Labels' })).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual(['audioActive', 'springInactive'])
    expect(
      within(rows[1] as HTMLElement)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Edit spring', 'Delete spring'])
  })

  it.each([
    [12, false],
    [13, true],
  ])('have a search if there are %i entries: %s', async (count, isSearched) => {
    openLabels(() => Array.from({ length: count }, (_, index) => aLabel(`label ${index}`, index)))
    await screen.findByRole('list', { name: 'Labels' })

    expect(screen.queryByRole('textbox', { name: 'Search labels' }) !== null).toBe(isSearched)
  })

  it('are found by part of their name', async () => {
    openLabels(() => [...Array.from({ length: 13 }, (_, index) => aLabel(`label ${index}`, index)), aLabel('Black Friday', 50)])
    await userEvent.type(await screen.findByRole('textbox', { name: 'Search labels' }), 'fri')
    const rows = () => within(screen.getByRole('list', { name: 'Labels' })).getAllByRole('listitem')
    expect(rows().map((row) => row.textContent)).toEqual(['Black FridayActive'])

    await userEvent.type(screen.getByRole('textbox', { name: 'Search labels' }), 'zzz')
    expect(screen.getByText('No label contains “frizzz”.')).toBeTruthy()

    await press('Clear search')
    expect(rows()).toHaveLength(14)
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search labels' }))
  })
})

describe('creating a label', () => {
  it('sends its name, its status and the next free color', async () => {
    const sent: unknown[] = []
    const stored = [audio, { ...aLabel('winter sale', 4), color_hex: '#3b82f6' }]
    openLabels(() => stored, {
      [`POST ${inProject}/labels`]: ({ body }) => {
        sent.push(body)
        stored.push(aLabel('winter', 3))
        return new Reply(201, stored.at(-1))
      },
    })
    await press('Create label')
    await fillName('  winter ')
    await confirm('Create label', 'Create')

    expect(await screen.findByText('Label created')).toBeTruthy()
    expect(sent).toEqual([{ name: 'winter', active: true, color_hex: '#10b981' }])
    expect(await screen.findByRole('button', { name: 'Edit winter' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create label' })))
  })

  it('says which color is free for any typed name', async () => {
    openLabels(() => labelPalette.slice(0, 3).map((color_hex, index) => ({ ...aLabel(`label ${index}`, index), color_hex })))
    await press('Create label')
    expect(await screen.findByText('Automatic chooses the next free color: red.')).toBeTruthy()

    await fillName('winter ')

    expect(screen.getByText('Automatic chooses the next free color: red.')).toBeTruthy()
  })

  it('offers the automatic color and eight named colors, with the keyboard too', async () => {
    const sent: unknown[] = []
    openLabels(undefined, {
      [`POST ${inProject}/labels`]: ({ body }) => {
        sent.push(body)
        return new Reply(201, aLabel('winter', 3))
      },
    })
    await press('Create label')
    await fillName('winter')
    const colors = within(screen.getByRole('radiogroup', { name: 'Color' }))
    expect(colors.getAllByRole('radio').map((one) => one.getAttribute('aria-label') ?? one.closest('label')?.textContent)).toEqual([
      'Automatic',
      ...Object.values(labelColorNames),
    ])
    expect(colors.getByRole('radio', { name: 'Automatic', checked: true })).toBeTruthy()

    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(colors.getByRole('radio', { name: 'Green', checked: true })).toBe(document.activeElement)
    await confirm('Create label', 'Create')

    expect(await screen.findByText('Label created')).toBeTruthy()
    expect(sent).toEqual([{ name: 'winter', active: true, color_hex: '#10b981' }])
  })

  it.each(['', '   '])('rejects the name "%s" at its field', async (name) => {
    openLabels()
    await press('Create label')
    const field = await fillName(name)
    await confirm('Create label', 'Create')

    expect(screen.getByText('Label name is required')).toBeTruthy()
    expect(document.activeElement).toBe(field)
  })

  it('limits the length of a name', async () => {
    openLabels()
    await press('Create label')

    expect((await screen.findByRole('textbox', { name: 'Name' })).getAttribute('maxlength')).toBe(String(labelNameMaxLength))
  })

  it('shows at the field that a name is taken, until the name is changed', async () => {
    const { status, message } = errorCatalog.LABEL_NAME_TAKEN
    openLabels(undefined, { [`POST ${inProject}/labels`]: () => errorReply(status, 'LABEL_NAME_TAKEN', message) })
    await press('Create label')
    const field = await fillName('audio')
    await confirm('Create label', 'Create')
    expect(await screen.findByText(message)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(screen.queryByText('Error')).toBeNull()

    await userEvent.type(field, '2')

    expect(screen.queryByText(message)).toBeNull()
  })

  it('shows the message of the limit', async () => {
    const { status, message } = errorCatalog.LABEL_LIMIT_REACHED
    openLabels(undefined, { [`POST ${inProject}/labels`]: () => errorReply(status, 'LABEL_LIMIT_REACHED', message) })
    await press('Create label')
    await fillName('winter')
    await confirm('Create label', 'Create')

    expect(await screen.findByText(message)).toBeTruthy()
  })
})

describe('editing a label', () => {
  it('renames it, on its links too', async () => {
    const sent: unknown[] = []
    openLabels(undefined, {
      [`PATCH ${toLabelPath(audio)}`]: ({ body }) => {
        sent.push(body)
        return { ...audio, name: 'sound' }
      },
    })
    await press('Edit audio')
    expect((await screen.findByRole('dialog', { name: 'Edit label' })).textContent).toContain('applies to every link')
    await fillName('sound')
    await userEvent.click(screen.getByRole('switch', { name: 'Active' }))
    await confirm('Edit label', 'Save')

    expect(await screen.findByText('Label updated')).toBeTruthy()
    expect(sent).toEqual([{ name: 'sound', active: false, color_hex: null }])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit audio' })))
  })

  it('offers its own color if it is none of the eight, and can return to the automatic color', async () => {
    const sent: unknown[] = []
    const stored = { ...audio, color_hex: '#123456' }
    openLabels(() => [stored], {
      [`PATCH ${toLabelPath(audio)}`]: ({ body }) => {
        sent.push(body)
        return audio
      },
    })
    await press('Edit audio')
    expect(await screen.findByRole('radio', { name: '#123456', checked: true })).toBeTruthy()

    await userEvent.click(screen.getByRole('radio', { name: 'Automatic' }))
    await confirm('Edit label', 'Save')

    expect(await screen.findByText('Label updated')).toBeTruthy()
    expect(sent).toEqual([{ name: 'audio', active: true, color_hex: null }])
  })

  it('shows its color on links when the labels are loaded', async () => {
    openDashboard('/links', {
      [list]: () => [{ ...audio, color_hex: '#123456' }],
      [`GET ${inProject}/urls`]: () => [{ ...aLink(), labels: ['audio', 'spring'] }],
    })

    const readColor = (name: string) => screen.getByText(name).parentElement?.style.color
    await screen.findByText('spring')
    await waitFor(() => expect(readColor('audio')).toBe('#123456'))
    expect(readColor('spring')).not.toBe('#123456')
  })

  it('refetches the links, which contain the name', async () => {
    const link = aLink()
    let name = 'audio'
    openDashboard('/links', {
      [list]: () => [{ ...audio, name }],
      [`GET ${inProject}/urls`]: () => [{ ...link, labels: [name] }],
      [`PATCH ${toLabelPath(audio)}`]: () => {
        name = 'sound'
        return { ...audio, name }
      },
    })
    await screen.findAllByText('audio')
    await userEvent.click(await screen.findByRole('button', { name: /Mia Lindqvist/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Settings' }))
    await userEvent.click(await screen.findByRole('link', { name: 'Labels' }))
    await press('Edit audio')
    await fillName('sound')
    await confirm('Edit label', 'Save')
    await screen.findByRole('button', { name: 'Edit sound' })

    await userEvent.click(screen.getByRole('link', { name: 'Links' }))

    await screen.findByRole('heading', { name: 'Wireless headphones' })
    const card = screen.getByRole('list', { name: 'Links' })
    await waitFor(() => expect(card.textContent).toContain('sound'))
  })

  it('closes without a request if nothing was changed', async () => {
    openLabels()
    await press('Edit audio')
    await confirm('Edit label', 'Save')

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows the error and closes if someone else has deleted the label', async () => {
    const { status, message } = errorCatalog.LABEL_NOT_FOUND
    let stored = [audio, spring]
    openLabels(() => stored, {
      [`PATCH ${toLabelPath(audio)}`]: () => {
        stored = [spring]
        return errorReply(status, 'LABEL_NOT_FOUND', message)
      },
    })
    await press('Edit audio')
    await fillName('sound')
    await confirm('Edit label', 'Save')

    expect(await screen.findByText(message)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit audio' })).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('deleting a label', () => {
  it('says in the confirmation that it is removed from its links, then deletes it', async () => {
    let stored = [audio, spring]
    openLabels(() => stored, {
      [`DELETE ${toLabelPath(audio)}`]: () => {
        stored = [spring]
        return new Reply(204, undefined)
      },
    })
    await press('Delete audio')
    expect((await screen.findByRole('dialog', { name: 'Delete label' })).textContent).toContain(
      'audio is removed from every link that has it',
    )
    await confirm('Delete label', 'Delete')

    expect(await screen.findByText('Label deleted')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit spring' })))
  })
})

it.each([
  ['Create label', 'Create', `POST ${inProject}/labels`, 'Failed to create label'],
  ['Edit label', 'Save', `PATCH ${toLabelPath(audio)}`, 'Failed to update label'],
  ['Delete label', 'Delete', `DELETE ${toLabelPath(audio)}`, 'Failed to delete label'],
])('%s shows its error', async (title, action, call, sentence) => {
  openLabels(undefined, { [call]: internalError })
  await press(title === 'Create label' ? title : title.replace('label', 'audio'))
  if (title !== 'Delete label') await fillName('winter')
  await confirm(title, action)

  expect(await screen.findByText(new RegExp(sentence))).toBeTruthy()
})
