/** Where somebody goes on after signing in: a path of ours, whatever was asked for (X14). */
export function ownPath(wanted: string | undefined): string {
  // A second slash, or a backslash that browsers take for one, would begin another host; so would a tab that they drop.
  if (wanted === undefined || !/^\/(?![/\\])[\u0021-\u005b\u005d-\u007e]*$/.test(wanted)) return '/'
  const own = 'http://own.invalid'
  const { origin, pathname, search, hash } = new URL(wanted, own)
  return origin === own && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : '/'
}
