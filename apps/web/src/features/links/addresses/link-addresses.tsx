import { aliasesPerLink, type Link, type LinkAlias, readableShortUrl } from '@linkshelf/contract'
import { Skeleton, Title } from '@mantine/core'
import { IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { Can } from '../../../session/permissions.tsx'
import { Card } from '../../../ui/card.tsx'
import { IconAction } from '../../../ui/icon-action.tsx'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { copyLink } from '../copy-link.ts'
import { AddAliasForm } from './add-alias-form.tsx'
import { linkAliasesQuery, useMakeMain } from './alias-mutations.ts'
import classes from './link-addresses.module.css'

interface LinkAddressesProps {
  scope: ProjectScope
  link: Link
}

/** The main address of a link and its aliases: to copy, to make main, and to release. */
export function LinkAddresses({ scope, link }: LinkAddressesProps) {
  const aliases = useQuery(linkAliasesQuery(scope, link.url_id))
  const count = aliases.data?.length ?? 0
  return (
    <Card>
      <Title order={2}>Addresses</Title>
      <p className={classes.intro}>Every address leads to the same destination, and its clicks count for this link.</p>
      <QueryBoundary query={aliases} loading={<Skeleton height={44} />} error="The addresses of this link could not be loaded">
        {(data) => (
          <>
            <ul className={classes.addresses} aria-label="Addresses">
              <Address url={link.url} isMain />
              {data.map((alias) => (
                <Address key={alias.alias_id} url={alias.url}>
                  <AliasActions scope={scope} link={link} alias={alias} />
                </Address>
              ))}
            </ul>
            <Can call="linkAliases.create">
              {count < aliasesPerLink ? (
                <AddAliasForm scope={scope} link={link} />
              ) : (
                <p className={classes.intro}>A link can have {aliasesPerLink} further addresses. Release one to add another.</p>
              )}
            </Can>
          </>
        )}
      </QueryBoundary>
    </Card>
  )
}

function Address({ url, isMain = false, children }: { url: string; isMain?: boolean; children?: React.ReactNode }) {
  const address = readableShortUrl(url)
  return (
    <li className={classes.address}>
      <span className={classes.url}>{address}</span>
      {isMain && <Tag>Main</Tag>}
      <span className={classes.actions}>
        <IconAction action="Copy" name={address} Icon={IconCopy} onClick={() => void copyLink({ url })} />
        {children}
      </span>
    </li>
  )
}

function AliasActions({ scope, link, alias }: LinkAddressesProps & { alias: LinkAlias }) {
  const makeMain = useMakeMain(scope, link)
  const address = readableShortUrl(alias.url)

  function openRelease(opener: HTMLElement): void {
    void openDialog(async () => {
      const { releaseAliasDialog } = await import('./release-alias-form.tsx')
      return releaseAliasDialog(scope, { urlId: link.url_id, alias })
    }, opener)
  }

  return (
    <>
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
