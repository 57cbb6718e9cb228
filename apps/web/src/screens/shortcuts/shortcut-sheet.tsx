import { Kbd, Switch } from '@mantine/core'
import { useState } from 'react'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import classes from './shortcut-sheet.module.css'
import { areShortcutsOn, screenKeys, turnShortcuts } from './shortcuts.ts'

const groups = [
  {
    name: 'Everywhere',
    rows: [
      { keys: ['C'], what: 'New link' },
      { keys: ['/'], what: 'Search' },
      { keys: ['Ctrl', 'K'], what: 'Find a link, a screen or an action' },
      { keys: ['Ctrl', 'B'], what: 'Open or close the sidebar' },
      ...screenKeys.map(({ key, label }) => ({ keys: ['G', key.toUpperCase()], what: label })),
      { keys: ['?'], what: 'This list' },
    ],
  },
  {
    name: 'In the list of links',
    rows: [
      { keys: ['J'], what: 'Next link' },
      { keys: ['K'], what: 'Previous link' },
      { keys: ['Enter'], what: 'Open' },
      { keys: ['X'], what: 'Select' },
      { keys: ['E'], what: 'Archive' },
      { keys: ['L'], what: 'Labels' },
      { keys: ['↑', '↓'], what: 'Another link' },
      { keys: ['←', '→'], what: 'Other controls of the row' },
      { keys: ['Esc'], what: 'Clear the selection or the search' },
    ],
  },
]

export const shortcutSheet: Dialog = { title: 'Keyboard shortcuts', body: () => <ShortcutSheet /> }

function ShortcutSheet() {
  const [isOn, setOn] = useState(areShortcutsOn)

  function turn(next: boolean): void {
    turnShortcuts(next)
    setOn(next)
  }

  return (
    <div className={classes.sheet}>
      <Switch label="Shortcuts without Ctrl" checked={isOn} onChange={(event) => turn(event.currentTarget.checked)} />
      {groups.map(({ name, rows }) => (
        <section key={name}>
          <h3 className={classes.name}>{name}</h3>
          <dl className={classes.rows}>
            {rows.map(({ keys, what }) => (
              <div key={what} className={classes.row}>
                <dt>{what}</dt>
                <dd>
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
