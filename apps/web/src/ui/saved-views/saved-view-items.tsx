import { Menu } from '@mantine/core'
import { IconBookmarkPlus, IconCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link as RouteLink } from 'react-router'
import classes from './saved-view-items.module.css'

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 }

export interface SavedView {
  id: string
  name: string
  /** The query of its address. */
  query: string
  /** Follows the name. */
  mark?: React.ReactNode
}

interface SavedViewItemsProps<View extends SavedView> {
  /** The name of a saved thing: "view". */
  noun: string
  /** Undefined while they load. */
  views: readonly View[] | undefined
  /** Undefined unless they could not be loaded. */
  loadError: string | undefined
  onRetry: () => void
  /** The query of the present address, in the form of saved ones. */
  query: string
  /** The present address may be saved. */
  canSave: boolean
  /** Shown while nothing is saved. */
  hint: string | undefined
  onSave: () => void
  onRename: (view: View) => void
  onDelete: (view: View) => void
  /** Renders further actions on the shown view. */
  children?: (view: View) => React.ReactNode
}

/** The items of a SavedViewMenu: goes to a saved view, saves the present one, and changes the one that is shown. */
export function SavedViewItems<View extends SavedView>({ noun, views, query, hint, ...props }: SavedViewItemsProps<View>) {
  const { loadError, canSave, children } = props
  const present = views?.find((view) => view.query === query)
  return (
    <>
      {views === undefined && loadError === undefined && <Menu.Label>Loading…</Menu.Label>}
      {loadError !== undefined && (
        <Menu.Item closeMenuOnClick={false} onClick={props.onRetry}>
          {loadError}. Retry
        </Menu.Item>
      )}
      {views !== undefined && views.length > 0 && (
        <div className={classes.views}>
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              component={RouteLink}
              to={`?${view.query}`}
              aria-current={view === present || undefined}
              rightSection={
                <span className={classes.marks}>
                  {view.mark}
                  {view === present && <IconCheck {...iconProps} />}
                </span>
              }
            >
              <span className={classes.name}>{view.name}</span>
            </Menu.Item>
          ))}
        </div>
      )}
      {views?.length === 0 && hint !== undefined && <Menu.Label className={classes.hint}>{hint}</Menu.Label>}
      {views !== undefined && (present !== undefined || canSave) && (
        <>
          {views.length > 0 && <Menu.Divider />}
          {present === undefined ? (
            <Menu.Item leftSection={<IconBookmarkPlus {...iconProps} />} onClick={props.onSave}>
              Save this {noun}
            </Menu.Item>
          ) : (
            <>
              {children?.(present)}
              <Menu.Item leftSection={<IconPencil {...iconProps} />} onClick={() => props.onRename(present)}>
                Rename this {noun}
              </Menu.Item>
              <Menu.Item
                color="var(--mantine-color-error)"
                leftSection={<IconTrash {...iconProps} />}
                onClick={() => props.onDelete(present)}
              >
                Delete this {noun}
              </Menu.Item>
            </>
          )}
        </>
      )}
    </>
  )
}
