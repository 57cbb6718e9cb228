import type { YoutubeChannelList } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconBrandYoutube, IconPlug, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ProjectScope } from '../../api/api.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import { AddChannelForm } from '../../features/youtube-channels/add-channel-form.tsx'
import { ChannelDetail } from '../../features/youtube-channels/channel-detail.tsx'
import { ChannelList } from '../../features/youtube-channels/channel-list.tsx'
import { channelListQuery } from '../../features/youtube-channels/channel-queries.ts'
import { ConnectionReturn, readConnectionResult } from '../../features/youtube-channels/connection-return.tsx'
import { ResultsCard } from '../../features/youtube-channels/results-card.tsx'
import { Can } from '../../session/permissions.tsx'
import { isFocusLost } from '../../ui/browser/focus.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { Screen } from '../screen.tsx'
import classes from './settings.module.css'
import { RowsSkeleton } from './settings-loading.tsx'

export function YoutubeScreen() {
  const { project, scope } = useProject()
  const [params] = useSearchParams()
  const returned = readConnectionResult(params)
  if (returned === undefined) return <Channels key={project.id} scope={scope} shownId={params.get('channel')} />
  return (
    <Page>
      <ConnectionReturn key={project.id} scope={scope} returned={returned} />
    </Page>
  )
}

interface PageProps {
  subtitle?: string
  action?: React.ReactNode
  children: React.ReactNode
}

function Page({ children, ...head }: PageProps) {
  return (
    <Screen title="YouTube" {...head}>
      <div className={classes.content}>{children}</div>
    </Screen>
  )
}

interface ChannelsProps {
  scope: ProjectScope
  /** The id of the channel that is shown. If null, all channels are shown. */
  shownId: string | null
}

function Channels({ scope, shownId }: ChannelsProps) {
  const { project, entitlements } = useProject()
  const list = useQuery(channelListQuery(scope))
  const { isAdding, openForm, closeForm, returnFocus } = useAddForm()
  const shown = list.data?.channels.find(({ id }) => id === shownId)
  const isOverview = shownId === null || (list.data !== undefined && shown === undefined)
  const addButton = (
    <Can call="youtubeChannels.create">
      <Button ref={returnFocus} leftSection={<IconPlus aria-hidden size={17} />} onClick={openForm}>
        Add Channel
      </Button>
    </Can>
  )
  const canAdd = isOverview && list.data?.google.can_scan === true && list.data.channels.length > 0 && !isAdding

  return (
    <Page
      {...(isOverview && {
        subtitle: `Turn the links in your video descriptions into short links of “${project.name}”.`,
        action: canAdd ? addButton : undefined,
      })}
    >
      <QueryBoundary query={list} loading={<RowsSkeleton isBelowHeader />} error="The channels could not be loaded">
        {(loaded) =>
          shown === undefined ? (
            <>
              {isAdding && <AddChannelForm scope={scope} onClose={closeForm} />}
              <Overview list={loaded} addButton={isAdding ? undefined : addButton} />
            </>
          ) : (
            <ChannelDetail
              key={shown.id}
              scope={{ ...scope, channelId: shown.id }}
              channel={shown}
              list={loaded}
              hasFullAnalytics={entitlements.hasFullAnalytics}
            />
          )
        }
      </QueryBoundary>
    </Page>
  )
}

/**
 * Opens and closes the form that adds a channel. The focus returns to the button that opens the form. After the first
 * channel was added, a different button opens the form.
 */
function useAddForm() {
  const [isAdding, setAdding] = useState(false)
  const wasClosed = useRef(false)
  const returnFocus = useCallback((button: HTMLButtonElement | null) => {
    if (wasClosed.current && isFocusLost()) button?.focus()
  }, [])

  function closeForm(): void {
    wasClosed.current = true
    setAdding(false)
  }

  return { isAdding, openForm: () => setAdding(true), closeForm, returnFocus }
}

interface OverviewProps {
  list: YoutubeChannelList
  /** Undefined while the form that adds a channel is open. */
  addButton: React.ReactNode
}

function Overview({ list: { channels, status, google }, addButton }: OverviewProps) {
  return (
    <>
      {!google.can_scan && (
        <EmptyState icon={<IconPlug size={26} stroke={1.6} />} title="Not connected to Google yet">
          The operator of this Linkshelf can set this up, with the steps under “YouTube” in the operations guide.
        </EmptyState>
      )}
      {channels.length === 0 && google.can_scan && addButton !== undefined && (
        <EmptyState icon={<IconBrandYoutube size={26} stroke={1.6} />} title="No channels yet" action={addButton}>
          Add your channel to find the links to shops in its descriptions. You see every change before it is made, and can undo it.
        </EmptyState>
      )}
      {channels.length > 0 && <ChannelList channels={channels} />}
      <ResultsCard status={status} channels={channels} />
    </>
  )
}
