import type { Entitlements, YoutubeChannelList } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconBrandYoutube, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ProjectScope } from '../../../api/api.ts'
import { ProjectGuard } from '../../../features/organizations/project-guard.tsx'
import { useProject } from '../../../features/organizations/selection.tsx'
import { AddChannelForm } from '../../../features/youtube-channels/add-channel-form.tsx'
import { ChannelDetail } from '../../../features/youtube-channels/channel-detail.tsx'
import { ChannelList } from '../../../features/youtube-channels/channel-list.tsx'
import { channelListQuery } from '../../../features/youtube-channels/channel-queries.ts'
import { ConnectionReturn, readConnectionResult } from '../../../features/youtube-channels/connection-return.tsx'
import { ResultsCard } from '../../../features/youtube-channels/results-card.tsx'
import { SetupCard } from '../../../features/youtube-channels/setup-steps.tsx'
import { Can } from '../../../session/permissions.tsx'
import { isFocusLost } from '../../../ui/browser/focus.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import classes from '../settings.module.css'
import { RowsSkeleton } from '../settings-loading.tsx'
import { TabHeader } from './tab-header.tsx'

export function YoutubeTab() {
  return (
    <ProjectGuard headingOrder={2} loading={<RowsSkeleton />}>
      <YoutubeOfProject />
    </ProjectGuard>
  )
}

function YoutubeOfProject() {
  const { project, scope, entitlements } = useProject()
  const [params] = useSearchParams()
  const returned = readConnectionResult(params)
  return (
    <div key={project.id} className={classes.stack}>
      {returned === undefined ? (
        <Channels scope={scope} projectName={project.name} entitlements={entitlements} shownId={params.get('channel')} />
      ) : (
        <ConnectionReturn scope={scope} returned={returned} />
      )}
    </div>
  )
}

interface ChannelsProps {
  scope: ProjectScope
  projectName: string
  entitlements: Entitlements
  /** The id of the channel that is shown. If null, all channels are shown. */
  shownId: string | null
}

function Channels({ scope, projectName, entitlements, shownId }: ChannelsProps) {
  const list = useQuery(channelListQuery(scope))
  return (
    <QueryBoundary query={list} loading={<RowsSkeleton />} error="The channels could not be loaded">
      {(loaded) => {
        const shown = loaded.channels.find(({ id }) => id === shownId)
        return shown === undefined ? (
          <Overview scope={scope} projectName={projectName} list={loaded} />
        ) : (
          <ChannelDetail
            key={shown.id}
            scope={{ ...scope, channelId: shown.id }}
            channel={shown}
            list={loaded}
            hasFullAnalytics={entitlements.hasFullAnalytics}
          />
        )
      }}
    </QueryBoundary>
  )
}

function Overview({ scope, projectName, list }: { scope: ProjectScope; projectName: string; list: YoutubeChannelList }) {
  const [isAdding, setAdding] = useState(false)
  const { channels, status, google } = list
  const isEmpty = channels.length === 0 && !isAdding
  const wasClosed = useRef(false)

  // The focus returns to the button that opens the form. After the first channel was added, a different button opens
  // the form.
  const returnFocus = useCallback((button: HTMLButtonElement | null) => {
    if (wasClosed.current && isFocusLost()) button?.focus()
  }, [])

  function closeForm(): void {
    wasClosed.current = true
    setAdding(false)
  }

  const addButton = (
    <Can call="youtubeChannels.create">
      <Button ref={returnFocus} leftSection={<IconPlus aria-hidden size={17} />} onClick={() => setAdding(true)}>
        Add Channel
      </Button>
    </Can>
  )
  return (
    <>
      <TabHeader title="YouTube migration" action={google.can_scan && !isEmpty && !isAdding ? addButton : undefined}>
        Turn the links in your video descriptions into short links of “{projectName}”.
      </TabHeader>
      {!google.can_scan && <SetupCard redirectUrl={google.redirect_url} />}
      {isAdding && <AddChannelForm scope={scope} onClose={closeForm} />}
      {isEmpty && google.can_scan && (
        <EmptyState icon={<IconBrandYoutube size={26} stroke={1.6} />} title="No channels yet" action={addButton}>
          Add your channel to find the links to shops in its descriptions. You see every change before it is made, and can undo it.
        </EmptyState>
      )}
      {channels.length > 0 && <ChannelList channels={channels} />}
      <ResultsCard status={status} channels={channels} />
    </>
  )
}
