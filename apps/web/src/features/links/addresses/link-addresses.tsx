import { type AddressClicks, aliasesPerLink, type Link, type LinkAlias } from '@linkshelf/contract'
import { Skeleton, Title } from '@mantine/core'
import { IconArrowUp, IconCopy, IconQrcode, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { Can } from '../../../session/permissions.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatCount, formatNumber } from '../../../ui/formats/numbers.ts'
import { IconAction } from '../../../ui/icon-action.tsx'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useAddressDomains } from '../../domains/address-domains.ts'
import { copyLink } from '../copy-link.ts'
import { AddAliasForm } from './add-alias-form.tsx'
import { linkAliasesQuery, useMakeMain } from './alias-mutations.ts'
import classes from './link-addresses.module.css'

interface ScopedLink {
  scope: ProjectScope
  link: Link
}

interface LinkAddressesProps extends ScopedLink {
  /** The clicks of the last `days` days, by address. Undefined while they load, null if they could not be loaded. */
  clicks: AddressClicks | null | undefined
  days: number
}

/**
 * Lists the link's main address and its aliases, with their clicks. The user can copy each address, and can make an
 * alias the main address or release it.
 */
export function LinkAddresses({ scope, link, clicks, days }: LinkAddressesProps) {
  const aliases = useQuery(linkAliasesQuery(scope, link.url_id))
  const { readableUrl } = useAddressDomains(scope.orgId)
  const count = aliases.data?.length ?? 0
  const findClicks = (aliasId?: string) => (clicks === null || clicks === undefined ? clicks : countClicks(clicks, aliasId))
  return (
    <Card>
      <Title order={2}>Addresses</Title>
      <p className={classes.intro}>
        Every address leads to the same destination, and its clicks count for this link. Clicks shown here are those of the last{' '}
        {formatCount(days, 'day')}.
      </p>
      <QueryBoundary query={aliases} loading={<Skeleton height={44} />} error="The addresses of this link could not be loaded">
        {(data) => (
          <>
            <ul className={classes.addresses} aria-label="Addresses">
              <Address url={link.url} address={readableUrl(link.url, link.domain)} clicks={findClicks()} isMain />
              {data.map((alias) => (
                <Address
                  key={alias.alias_id}
                  url={alias.url}
                  address={readableUrl(alias.url, alias.domain)}
                  clicks={findClicks(alias.alias_id)}
                >
                  <AliasActions scope={scope} link={link} alias={alias} address={readableUrl(alias.url, alias.domain)} />
                </Address>
              ))}
            </ul>
            {clicks && <TotalClicks clicks={clicks} present={data} />}
            <Can call="linkAliases.create">
              {count < aliasesPerLink ? (
                <AddAliasForm scope={scope} link={link} />
              ) : (
                <p className={classes.intro}>A link can have {aliasesPerLink} more addresses. Release one to add another.</p>
              )}
            </Can>
          </>
        )}
      </QueryBoundary>
    </Card>
  )
}

/** Returns the clicks at an alias, or at the main address if `aliasId` is undefined. */
function countClicks({ main, aliases }: AddressClicks, aliasId: string | undefined): number {
  return aliasId === undefined ? main : (aliases.find(({ alias_id }) => alias_id === aliasId)?.clicks ?? 0)
}

/** Shows all clicks of the link, and how many of them were at addresses that have been released. */
function TotalClicks({ clicks, present }: { clicks: AddressClicks; present: readonly LinkAlias[] }) {
  const ids = new Set(present.map(({ alias_id }) => alias_id))
  const released = clicks.aliases.reduce((sum, one) => sum + (ids.has(one.alias_id) ? 0 : one.clicks), 0)
  return (
    <p className={classes.together}>
      <strong>{formatCount(clicks.clicks, 'click')}</strong> together
      {released > 0 && `, ${formatNumber(released)} of them at earlier addresses`}
    </p>
  )
}

interface AddressProps {
  url: string
  /** The short URL in readable form, for example `sho.rt/küche`. */
  address: string
  clicks: number | null | undefined
  isMain?: boolean
  children?: React.ReactNode
}

function Address({ url, address, clicks, isMain = false, children }: AddressProps) {
  return (
    <li className={classes.address}>
      <span className={classes.url}>{address}</span>
      {isMain && <Tag>Main</Tag>}
      <span className={classes.clicks}>{clicks === undefined ? <Skeleton width={56} height={16} /> : formatClicks(clicks)}</span>
      <span className={classes.actions}>
        <IconAction action="Copy" name={address} Icon={IconCopy} onClick={() => void copyLink({ url })} />
        {children}
      </span>
    </li>
  )
}

function formatClicks(clicks: number | null): string {
  return clicks === null ? '–' : formatCount(clicks, 'click')
}

function AliasActions({ scope, link, alias, address }: ScopedLink & { alias: LinkAlias; address: string }) {
  const makeMain = useMakeMain(scope, link)

  function openRelease(opener: HTMLElement): void {
    void openDialog(async () => {
      const { releaseAliasDialog } = await import('./release-alias-form.tsx')
      return releaseAliasDialog(scope, { urlId: link.url_id, alias })
    }, opener)
  }

  function openQrCode(opener: HTMLElement): void {
    void openDialog(async () => {
      const { aliasQrCodeDialog } = await import('./alias-qr-code.tsx')
      return aliasQrCodeDialog(scope, { link, alias })
    }, opener)
  }

  return (
    <>
      <IconAction action="QR code of" name={address} Icon={IconQrcode} onClick={openQrCode} />
      <Can call="linkAliases.makeMain">
        <IconAction
          action="Make main"
          name={address}
          Icon={IconArrowUp}
          isDisabled={makeMain.isPending}
          onClick={() => makeMain.mutate(alias)}
        />
      </Can>
      <Can call="linkAliases.release">
        <IconAction action="Release" name={address} Icon={IconTrash} onClick={openRelease} />
      </Can>
    </>
  )
}
