import type { PostbackAddress } from '@linkshelf/contract'
import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { Can, ReadOnlyNote, useWhyNot } from '../../../session/permissions.tsx'
import { copyText } from '../../../ui/browser/copy-text.ts'
import { Card } from '../../../ui/card.tsx'
import { formatTimeAgo, useMinute } from '../../../ui/formats/dates.ts'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { showToast } from '../../../ui/toasts/toast.tsx'
import { postbackQuery, useCreatePostback } from '../earnings-queries.ts'
import classes from './postback-card.module.css'

/** The postback address, to which networks report sales. */
export function PostbackCard({ scope }: { scope: ProjectScope }) {
  const address = useQuery(postbackQuery(scope))
  return (
    <Card>
      <Title order={2}>Postbacks</Title>
      <Text size="sm" c="dimmed" mb="md">
        Networks that report sales one by one (S2S) call an address of this project, by GET or POST.
      </Text>
      <QueryBoundary
        query={address}
        loading={<Skeleton height={92} role="status" aria-label="Loading" />}
        error="The postback address could not be loaded"
        headingOrder={2}
      >
        {(data) => {
          if (data.url !== null) return <ShownAddress scope={scope} address={data} url={data.url} />
          return data.exists ? (
            <Text size="sm">There is an address. Its secret is shown to members and owners.</Text>
          ) : (
            <NoAddress scope={scope} />
          )
        }}
      </QueryBoundary>
    </Card>
  )
}

function NoAddress({ scope }: { scope: ProjectScope }) {
  const creation = useCreatePostback(scope)
  const whyNot = useWhyNot('earnings.createPostback')
  if (whyNot !== undefined) return <ReadOnlyNote>There is no address yet. {whyNot}</ReadOnlyNote>
  return (
    <Button variant="default" loading={creation.isPending} onClick={() => creation.mutate()}>
      Create postback address
    </Button>
  )
}

const macros = '?click_id={subid}&transaction_id={tid}&amount={payout}&currency=USD&status={status}'

function ShownAddress({ scope, address, url }: { scope: ProjectScope; address: PostbackAddress; url: string }) {
  const nowMs = useMinute()
  const whole = `${url}${macros}`
  return (
    <div className={classes.address}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, which arrow keys must be able to do */}
      <code className={classes.url} tabIndex={0}>
        {whole}
      </code>
      <Text size="sm" c="dimmed">
        Replace the parts in braces with the macros of your network. Keep the address secret: anyone who has it can report sales.{' '}
        {address.last_received_at === null
          ? 'Nothing was reported yet.'
          : `Last report: ${formatTimeAgo(address.last_received_at, nowMs)}.`}
      </Text>
      <Group gap="xs">
        <Button onClick={() => void copy(whole)}>Copy address</Button>
        <Can call="earnings.createPostback">
          <Button variant="default" onClick={({ currentTarget }) => openForm(scope, 'replace', currentTarget)}>
            Replace
          </Button>
          <Button variant="default" onClick={({ currentTarget }) => openForm(scope, 'remove', currentTarget)}>
            Remove
          </Button>
        </Can>
      </Group>
    </div>
  )
}

async function copy(address: string): Promise<void> {
  const isCopied = await copyText(address)
  void showToast(
    isCopied
      ? { title: 'Copied', message: 'The postback address is in your clipboard.' }
      : { title: 'Not copied', message: 'Select the address and copy it yourself.', tone: 'bad' },
  )
}

function openForm(scope: ProjectScope, action: 'replace' | 'remove', opener: HTMLElement): void {
  void openDialog(() => import('./postback-dialogs.tsx').then(({ postbackDialog }) => postbackDialog(scope, action)), opener)
}
