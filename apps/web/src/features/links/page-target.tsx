import type { LinkedPage } from '@linkshelf/contract'
import { Anchor, TextInput } from '@mantine/core'
import { Link as RouteLink } from 'react-router'
import { toPagePath } from './page-tag.tsx'

interface PageTargetProps {
  target: string
  page: LinkedPage
}

/** Shows the target of a store's or product's short URL, and says why it can't be edited. */
export function PageTarget({ target, page }: PageTargetProps) {
  return (
    <>
      <TextInput
        label="Target URL"
        description={
          page.name === null
            ? `This is the short URL of a ${page.kind} that was deleted. Visitors see that the page was not found.`
            : `This is the short URL of a ${page.kind}: it always leads to the page of the ${page.kind}, and can’t lead elsewhere.`
        }
        readOnly
        value={target}
      />
      {page.name !== null && (
        <Anchor component={RouteLink} to={toPagePath(page)} size="sm" mt="xs" display="inline-block">
          Open {page.name}
        </Anchor>
      )}
    </>
  )
}
