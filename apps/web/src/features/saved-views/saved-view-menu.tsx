import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconBookmark, IconBookmarkPlus, IconCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { Link as RouteLink } from 'react-router'
import { openDialog } from '../../ui/overlays/dialogs.tsx'
import classes from './saved-view-menu.module.css'
import { type SavedViewKind, useDeleteView } from './saved-view-queries.ts'

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 }

/** The button of a menu. The focus returns to it when a dialog closes. */
export type MenuOpener = RefObject<HTMLButtonElement | null>

interface SavedViewMenuProps {
  /** The name of the saved views in the plural. */
  label: string
  /** Whether only the icon is shown, because a phone is too narrow for the word. */
  isIcon: boolean
  /** Renders `SavedViewItems`. Its queries start when the menu opens. */
  children: (opener: MenuOpener) => React.ReactNode
}

/**
 * Lists the views of a screen that the user has saved. A view is the query of a URL, so choosing a view opens that URL.
 */
export function SavedViewMenu({ label, isIcon, children }: SavedViewMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        {isIcon ? (
          <ActionIcon ref={opener} variant="default" size={36} aria-label={label}>
            <IconBookmark aria-hidden size={18} stroke={1.6} />
          </ActionIcon>
        ) : (
          <Button ref={opener} variant="default" leftSection={<IconBookmark {...iconProps} />} px="sm" fw={500}>
            {label}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>{children(opener)}</Menu.Dropdown>
    </Menu>
  )
}

interface SavedViewItemsProps<View extends { name: string }, Draft> {
  kind: SavedViewKind<View, Draft>
  opener: MenuOpener
  /** The query of the current URL, in the same form as the saved queries. */
  query: string
  /** Returns the request that saves the current URL under a name. */
  draftOf: (name: string) => Draft
  /** Whether the current URL can be saved. */
  canSave?: boolean
  /** Shown if no view is saved. */
  hint: string | undefined
  /** Rendered after the name of the view. */
  markOf?: (view: View) => React.ReactNode
  /** Renders further actions on the view that is shown. */
  children?: (view: View) => React.ReactNode
}

/**
 * The items of a `SavedViewMenu`. They open a saved view, save the current URL, or rename or delete the view that is
 * shown.
 */
export function SavedViewItems<View extends { name: string }, Draft>({ kind, query, ...props }: SavedViewItemsProps<View, Draft>) {
  const { opener, draftOf, canSave = true, hint, markOf, children } = props
  const { data: views, isError, refetch } = useQuery(kind.list)
  const deletion = useDeleteView(kind)
  const present = views?.find((view) => kind.queryOf(view) === query)
  const noun = kind.noun.toLowerCase()

  function openForm(renamed?: View): void {
    const form = { kind, views: views ?? [], renamed, draftOf }
    void openDialog(() => import('./saved-view-form.tsx').then(({ savedViewDialog }) => savedViewDialog(form)), opener.current)
  }

  if (views === undefined && !isError) return <Menu.Label>Loading…</Menu.Label>
  if (views === undefined) {
    return (
      <Menu.Item closeMenuOnClick={false} onClick={() => void refetch()}>
        {kind.messages.loadFailed}. Retry
      </Menu.Item>
    )
  }
  return (
    <>
      {views.length > 0 && (
        <div className={classes.views}>
          {views.map((view) => (
            <Menu.Item
              key={kind.idOf(view)}
              component={RouteLink}
              to={`?${kind.queryOf(view)}`}
              classNames={{ itemLabel: classes.label }}
              aria-current={view === present || undefined}
              rightSection={
                <span className={classes.marks}>
                  {markOf?.(view)}
                  {view === present && <IconCheck {...iconProps} />}
                </span>
              }
            >
              <span className={classes.name} title={view.name}>
                {view.name}
              </span>
            </Menu.Item>
          ))}
        </div>
      )}
      {views.length === 0 && hint !== undefined && <Menu.Label className={classes.hint}>{hint}</Menu.Label>}
      {views.length > 0 && (present !== undefined || canSave) && <Menu.Divider />}
      {present === undefined && canSave && (
        <Menu.Item leftSection={<IconBookmarkPlus {...iconProps} />} onClick={() => openForm()}>
          Save this {noun}
        </Menu.Item>
      )}
      {present !== undefined && (
        <>
          {children?.(present)}
          <Menu.Item leftSection={<IconPencil {...iconProps} />} onClick={() => openForm(present)}>
            Rename this {noun}
          </Menu.Item>
          <Menu.Item color="var(--mantine-color-error)" leftSection={<IconTrash {...iconProps} />} onClick={() => deletion.mutate(present)}>
            Delete this {noun}
          </Menu.Item>
        </>
      )}
    </>
  )
}
