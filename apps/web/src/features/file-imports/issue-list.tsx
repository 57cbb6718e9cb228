import type { FileImport, FileImportIssue } from '@linkshelf/contract'
import { Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ProjectScope } from '../../api/api.ts'
import { LoadMore } from '../../ui/tables/load-more.tsx'
import type { ImportKind } from './import-kind.ts'
import classes from './import-panel.module.css'

interface IssueListProps<One extends FileImport, Choices> {
  kind: ImportKind<One, Choices>
  scope: ProjectScope
  shown: One
  choices: Choices
}

/**
 * Lists the rows that are rejected or imported in part, each with its reasons. Rows that the user's choices import are
 * omitted.
 */
export function IssueList<One extends FileImport, Choices>({ kind, scope, shown, choices }: IssueListProps<One, Choices>) {
  const list = useRef<HTMLUListElement>(null)
  const pages = useInfiniteQuery({
    queryKey: [...kind.listQuery(scope).queryKey, shown.import_id, 'issues'],
    queryFn: ({ pageParam: cursor }) => kind.issues(scope, shown.import_id, cursor),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ headers }) => headers['x-next-cursor'],
    // The import replaces the rows that the check found.
    staleTime: 0,
    gcTime: 0,
  })
  if (pages.isPending) return <Skeleton height={72} role="status" aria-label="Loading rows" />
  if (pages.data === undefined)
    return (
      <Text size="sm" c="dimmed">
        The reasons could not be loaded. Download the report to see them.
      </Text>
    )
  const issues = pages.data.pages.flatMap(({ body }) => body).filter((issue) => !kind.isSolved?.(issue, choices))
  if (issues.length === 0 && !pages.hasNextPage) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll a focused region with the arrow keys
    <section className={classes.issues} aria-label="Rows with problems" tabIndex={0}>
      <ul ref={list}>
        {issues.map((issue) => (
          <Issue key={`${issue.sheet} ${issue.line}`} issue={issue} />
        ))}
      </ul>
      <LoadMore pages={pages} list={list} shown={issues.length} />
    </section>
  )
}

function Issue({ issue: { sheet, line, reasons, row } }: { issue: FileImportIssue }) {
  return (
    <li>
      <strong>{sheet === null ? `Line ${line}` : `${sheet}, line ${line}`}</strong> <span className={classes.row}>{row}</span>
      {[...new Set(reasons)].map((reason) => (
        <small key={reason}>{reason}</small>
      ))}
    </li>
  )
}
