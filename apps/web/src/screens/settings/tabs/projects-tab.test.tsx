import { errorCatalog, projectMessages } from '@linkshelf/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  anOrganization,
  aProject,
  errorReply,
  internalError,
  noReply,
  openDashboard,
  orgId,
  projectId,
  Reply,
} from '../../../../test/open-dashboard.tsx'

const gearId = '0197a000-0000-7000-8000-000000000003'
const giftsId = '0197a000-0000-7000-8000-000000000004'
const gear = aProject({ project_id: gearId, id: gearId, name: 'Gear Lab', description: 'Tests' })
const gifts = aProject({ project_id: giftsId, id: giftsId, name: 'Gifts', description: 'Last year', status: 'archived' })
const toProjectPath = (id: string) => `/v1/${orgId}/projects/${id}`

/** Opens the tab of projects. Each response has the current content of `stored`. */
function openProjects(stored: object[] = [aProject(), gear, gifts], answers: Record<string, Answer> = {}, role = 'owner'): void {
  openDashboard('/settings/projects', { 'GET /v1/organizations': () => [anOrganization({ role, projects: stored })], ...answers })
}

async function press(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }))
}

async function fill(name: string, text: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name })
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

async function confirm(title: string, action: string): Promise<void> {
  await userEvent.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: action }))
}

describe('the projects', () => {
  it('show a skeleton while they load', async () => {
    openProjects([], { 'GET /v1/organizations': noReply })

    await screen.findByRole('navigation', { name: 'Settings' })
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it('show the error below the heading of the settings', async () => {
    openProjects([], { 'GET /v1/organizations': internalError })

    expect(await screen.findByRole('heading', { level: 2, name: 'Failed to fetch organization data' })).toBeTruthy()
  })

  it('offer to create the first', async () => {
    openProjects([])

    expect(await screen.findByRole('heading', { name: 'No projects yet' })).toBeTruthy()
    await press('New project')
    expect(await screen.findByRole('dialog', { name: 'New project' })).toBeTruthy()
  })

  it('are listed with name, description and status', async () => {
    openProjects()

    const rows = within(await screen.findByRole('table', { name: 'Projects' })).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      'NameDescriptionStatusActions',
      'Everyday ReviewsReviewsActive',
      'Gear LabTestsActive',
      'GiftsLast yearArchived',
    ])
  })

  it('are deleted by owners only', async () => {
    openProjects(undefined, {}, 'member')

    expect(await screen.findByRole('button', { name: 'Archive Gear Lab' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Delete Gear Lab' })).toBeNull()
  })
})

describe('adding and editing', () => {
  it('adds a project, names it in the toast and shows it', async () => {
    const stored = [aProject()]
    const sent: unknown[] = []
    openProjects(stored, {
      [`POST /v1/${orgId}/projects`]: ({ body }) => {
        sent.push(body)
        stored.push(gear)
        return new Reply(201, gear)
      },
    })
    await press('New project')
    await fill('Name', ' Gear Lab ')
    await fill('Description', 'Tests')
    await confirm('New project', 'Create project')

    expect(await screen.findByText('Project created')).toBeTruthy()
    expect(await screen.findByRole('rowheader', { name: 'Gear Lab' })).toBeTruthy()
    expect(sent).toEqual([{ name: 'Gear Lab', description: 'Tests', time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New project' })))
  })

  it.each([
    ['', '', 'Name'],
    ['  ', 'Tests', 'Name'],
    ['Gear Lab', ' ', 'Description'],
  ])('rejects the name "%s" with the description "%s" at the field %s', async (name, description, wrong) => {
    openProjects()
    await press('Edit Everyday Reviews')
    const fields = { Name: name, Description: description }
    for (const [field, text] of Object.entries(fields)) {
      await userEvent.clear(await screen.findByRole('textbox', { name: field }))
      if (text !== '') await userEvent.type(screen.getByRole('textbox', { name: field }), text)
    }
    await confirm('Edit project', 'Save')

    const field = screen.getByRole('textbox', { name: wrong })
    expect(screen.getAllByText('Project name and description cannot be empty')).toHaveLength(1)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field)
  })

  it('saves changes', async () => {
    const sent: unknown[] = []
    openProjects(undefined, {
      [`PATCH ${toProjectPath(gearId)}`]: ({ body }) => {
        sent.push(body)
        return { ...gear, name: 'Gear Guild' }
      },
    })
    await press('Edit Gear Lab')
    await fill('Name', 'Gear Guild')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'Europe/Berlin')
    await confirm('Edit project', 'Save')

    expect(await screen.findByText('Project updated')).toBeTruthy()
    expect(sent).toEqual([{ name: 'Gear Guild', description: 'Tests', time_zone: 'Europe/Berlin' }])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Gear Lab' })))
  })

  it.each([
    ['New project', `POST /v1/${orgId}/projects`, 'Failed to create project'],
    ['Edit project', `PATCH ${toProjectPath(gearId)}`, 'Failed to update project'],
  ])('%s shows the error without clearing the text', async (title, call, sentence) => {
    openProjects(undefined, { [call]: internalError })
    await press(title === 'New project' ? title : 'Edit Gear Lab')
    await fill('Name', 'Desk Lab')
    await fill('Description', 'Desks')
    await confirm(title, title === 'New project' ? 'Create project' : 'Save')

    expect(await screen.findByText(new RegExp(sentence))).toBeTruthy()
    expect(screen.getByDisplayValue('Desk Lab')).toBeTruthy()
  })
})

describe('archiving', () => {
  it('explains what happens to the links, then archives', async () => {
    const stored = [aProject(), gear]
    openProjects(stored, {
      [`POST ${toProjectPath(gearId)}/archive`]: () => {
        stored[1] = { ...gear, status: 'archived' }
        return stored[1]
      },
    })
    await press('Archive Gear Lab')
    const dialog = await screen.findByRole('dialog', { name: 'Archive project' })
    expect(dialog.textContent).toContain('Gear Lab and all its links are archived.')
    expect(dialog.textContent).toContain('does not unarchive its links')
    await confirm('Archive project', 'Archive')

    expect(await screen.findByText('Project archived')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Unarchive Gear Lab' })).toBeTruthy()
  })

  it('unarchives a project, but not its links', async () => {
    openProjects(undefined, { [`POST ${toProjectPath(giftsId)}/unarchive`]: () => ({ ...gifts, status: 'active' }) })
    await press('Unarchive Gifts')
    expect((await screen.findByRole('dialog', { name: 'Unarchive project' })).textContent).toContain('Its links stay archived')
    await confirm('Unarchive project', 'Unarchive')

    expect(await screen.findByText('Project unarchived')).toBeTruthy()
  })

  it('switches to another project when the current project is archived', async () => {
    const stored = [aProject(), gear]
    openProjects(stored, {
      [`POST ${toProjectPath(projectId)}/archive`]: () => {
        stored[0] = aProject({ status: 'archived' })
        return stored[0]
      },
    })
    await press('Archive Everyday Reviews')
    await confirm('Archive project', 'Archive')

    expect(await screen.findByText('Project Changed')).toBeTruthy()
    expect(screen.getByText('Everyday Reviews is archived. Now showing Gear Lab')).toBeTruthy()
    expect(JSON.parse(localStorage.getItem('linkshelf.selection') ?? '')).toEqual({ organizationId: orgId, projectId: gearId })
  })

  it('shows the error', async () => {
    openProjects(undefined, { [`POST ${toProjectPath(gearId)}/archive`]: internalError })
    await press('Archive Gear Lab')
    await confirm('Archive project', 'Archive')

    expect(await screen.findByText(/Failed to update project/)).toBeTruthy()
  })
})

describe('deleting', () => {
  it('requires the name', async () => {
    openProjects()
    await press('Delete Gear Lab')
    await fill('Type “Gear Lab” to delete it', 'Gear')
    await confirm('Delete project', 'Delete')

    const field = screen.getByRole('textbox', { name: 'Type “Gear Lab” to delete it' })
    expect(screen.getByText('Type the name exactly as shown here')).toBeTruthy()
    expect(document.activeElement).toBe(field)
  })

  it('deletes with the Enter key, and focuses the next row', async () => {
    const stored = [aProject(), gear, gifts]
    openProjects(stored, {
      [`DELETE ${toProjectPath(gearId)}`]: () => {
        stored.splice(1, 1)
        return new Reply(204, undefined)
      },
    })
    await press('Delete Gear Lab')
    await fill('Type “Gear Lab” to delete it', 'Gear Lab{Enter}')

    expect(await screen.findByText('Project deleted')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Gear Lab' })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Gifts' })))
  })

  it('switches to another project when the current project is deleted', async () => {
    const stored = [aProject(), gear]
    openProjects(stored, {
      [`DELETE ${toProjectPath(projectId)}`]: () => {
        stored.shift()
        return new Reply(204, undefined)
      },
    })
    await press('Delete Everyday Reviews')
    await fill('Type “Everyday Reviews” to delete it', 'Everyday Reviews{Enter}')

    expect(await screen.findByText('Everyday Reviews is deleted. Now showing Gear Lab')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Everyday Reviews' })).toBeNull())
  })

  it('shows the error', async () => {
    openProjects(undefined, { [`DELETE ${toProjectPath(gearId)}`]: internalError })
    await press('Delete Gear Lab')
    await fill('Type “Gear Lab” to delete it', 'Gear Lab{Enter}')

    expect(await screen.findByText(/Failed to delete project/)).toBeTruthy()
  })
})

describe('the last active project', () => {
  const cases = [
    {
      verb: 'Archive',
      title: projectMessages.cannotArchive,
      code: 'PROJECT_LAST_ACTIVE_ARCHIVE',
      call: `POST ${toProjectPath(gearId)}/archive`,
    },
    { verb: 'Delete', title: projectMessages.cannotDelete, code: 'PROJECT_LAST_ACTIVE_DELETE', call: `DELETE ${toProjectPath(gearId)}` },
  ] as const

  it.each(cases)('cannot $verb the last active project, and offers to add another', async ({ verb, title, code }) => {
    openProjects([aProject(), gifts])
    await press(`${verb} Everyday Reviews`)

    expect((await screen.findByRole('dialog', { name: title })).textContent).toContain(errorCatalog[code].message)
    await confirm(title, 'New project')
    expect(await screen.findByRole('textbox', { name: 'Description' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: `${verb} Everyday Reviews` })))
  })

  it.each(cases)('shows the same message when the server rejects it: $verb', async ({ verb, title, code, call }) => {
    const stored: object[] = [aProject(), gear]
    openProjects(stored, {
      [call]: () => {
        stored[0] = aProject({ status: 'archived' })
        return errorReply(409, code, errorCatalog[code].message)
      },
    })
    await press(`${verb} Gear Lab`)
    if (verb === 'Delete') await fill('Type “Gear Lab” to delete it', 'Gear Lab')
    await confirm(`${verb} project`, verb)

    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(errorCatalog[code].message)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: `${verb} Gear Lab` })))
  })
})
