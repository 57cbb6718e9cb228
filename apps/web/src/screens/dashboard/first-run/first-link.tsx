import { linkMessages, typedDestinationHref } from '@linkshelf/contract'
import { Button, Title } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { useCreateLink } from '../../../features/links/create/create-link.tsx'
import { openNewLinkPanel } from '../../../features/links/create/new-link-panel-state.ts'
import { openImportDialog } from '../../../features/links/import/open-import-dialog.ts'
import { hasArchivedLinksQuery } from '../../../features/links/link-queries.ts'
import { EmptyActiveLinks } from '../../../features/links/list/empty-links.tsx'
import { UrlField } from '../../../features/links/typed-url.tsx'
import { useCan } from '../../../session/permissions.tsx'
import { DashboardSkeleton } from '../../loading.tsx'
import classes from './first-run.module.css'

interface FirstLinkProps {
  scope: ProjectScope
  onShowArchive: () => void
}

/** A project without links: the field for the first one, unless all are archived, or the user may create none. */
export function FirstLink({ scope, onShowArchive }: FirstLinkProps) {
  const archived = useQuery(hasArchivedLinksQuery(scope))
  const canCreate = useCan('links.create')
  if (archived.isPending) return <DashboardSkeleton />
  if (!canCreate || (archived.data !== undefined && archived.data.body.length > 0))
    return <EmptyActiveLinks scope={scope} loading={<DashboardSkeleton />} onShowArchive={onShowArchive} />
  return <FirstLinkForm scope={scope} />
}

function FirstLinkForm({ scope }: { scope: ProjectScope }) {
  const create = useCreateLink()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const target = typedDestinationHref(text)
    const failure = target === undefined ? linkMessages.invalidUrl : (await create.add(scope, target, { isShownByScreen: true })).problem
    setProblem(failure)
    if (failure !== undefined) field.current?.focus()
  }

  return (
    <form className={classes.first} onSubmit={submit} noValidate aria-label="Your first link">
      <Title order={2} className={classes.title}>
        Paste a link you want to share
      </Title>
      <p className={classes.text}>A product, a page of yours, anything. You get a short link, and see every click on it.</p>
      <div className={classes.row}>
        <UrlField
          ref={field}
          size="lg"
          className={classes.field}
          aria-label="Your first URL"
          placeholder="https://"
          text={text}
          error={problem}
          onType={(typed) => {
            setText(typed)
            setProblem(undefined)
          }}
          onSeveral={(targets) => openNewLinkPanel({ kind: 'several', scope, targets })}
        />
        <Button size="lg" type="submit" loading={create.isCreating}>
          Shorten
        </Button>
      </div>
      <Button
        variant="subtle"
        mt="lg"
        leftSection={<IconFileImport aria-hidden size={17} stroke={1.7} />}
        onClick={({ currentTarget }) => openImportDialog(scope, currentTarget)}
      >
        Import links from a CSV file
      </Button>
    </form>
  )
}
