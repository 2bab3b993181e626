import { Option, type Command } from 'commander'

/** A command with what all commands take. */
export const sub = (parent: Command, name: string, description: string): Command =>
  parent
    .command(name)
    .description(description)
    .exitOverride()
    .addOption(
      new Option('--data-dir <folder>', 'folder of the embedded database (SIGHTLINE_DATA_DIR, else ./.sightline)'),
    )
    .addOption(new Option('--json', 'print JSON on stdout'))
