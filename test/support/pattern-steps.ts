/** A pattern made ready to be walked as a backtracking engine does, with each step counted. */
export type Steps = { matches: boolean; count: number }

/**
 * Matches a regular expression by backtracking, as V8 does without its shortcuts, and counts each unit that is looked at
 * and each alternative that is tried. A search begins anew at every place, unless the pattern is sticky or tied to the
 * start. Lookbehinds are asked of V8 and count as long as they may be.
 */
export function stepsOf(pattern: RegExp, text: string, from = 0): Steps {
  const compiled = compile(pattern)
  const run: Run = { text, captures: [], count: 0 }
  const last = compiled.isTied ? from : text.length
  for (let at = from; at <= last; at++) {
    run.count++
    run.captures = []
    if (compiled.match(run, at, () => true)) return { matches: true, count: run.count }
  }
  return { matches: false, count: run.count }
}

/** It matches where the search begins or nowhere: sticky, or tied to the text's start. */
export const matchesAtOnePlace = (pattern: RegExp): boolean => compile(pattern).isTied

type Run = { text: string; captures: (string | undefined)[]; count: number }
type Rest = (at: number) => boolean
type Matcher = (run: Run, at: number, rest: Rest) => boolean
type Compiled = { match: Matcher; isTied: boolean }
/** `unit`: how one character is told, where the node is one. `most`: units it may span. */
type Node = { match: Matcher; unit: ((run: Run, at: number) => number) | null; most: number; opens: boolean }
type Reader = { source: string; at: number; flags: string; groups: number; names: string[] }

/** By what is written: a literal makes a new object each time it is come to. */
const compiledSources = new Map<string, Compiled>()
/** Asked first, because a pattern tells its source slowly. */
const compiledPatterns = new WeakMap<RegExp, Compiled>()

function compile(pattern: RegExp): Compiled {
  const known = compiledPatterns.get(pattern)
  if (known !== undefined) return known
  const written = `${pattern.flags}/${pattern.source}`
  const compiled = compiledSources.get(written) ?? compileSource(pattern)
  compiledSources.set(written, compiled)
  compiledPatterns.set(pattern, compiled)
  return compiled
}

function compileSource(pattern: RegExp): Compiled {
  const names = [...pattern.source.matchAll(/\((?!\?)|\(\?<(?![=!])(\w+)>/g)].map(([, name = '']) => name)
  const reader: Reader = {
    source: pattern.source,
    at: 0,
    flags: pattern.flags.replaceAll(/[gyd]/g, ''),
    groups: 0,
    names,
  }
  const node = readAlternatives(reader)
  if (reader.at < pattern.source.length) throw new Error(`Not understood: ${pattern.source.slice(reader.at)}`)
  return { match: node.match, isTied: pattern.sticky || (node.opens && !pattern.multiline) }
}

function readAlternatives(reader: Reader): Node {
  const nodes = [readSequence(reader)]
  while (reader.source[reader.at] === '|') {
    reader.at++
    nodes.push(readSequence(reader))
  }
  const [first] = nodes
  if (nodes.length === 1 && first !== undefined) return first
  return {
    match: (run, at, rest) => nodes.some(({ match }) => (run.count++, match(run, at, rest))),
    unit: null,
    most: Math.max(...nodes.map(({ most }) => most)),
    opens: nodes.every(({ opens }) => opens),
  }
}

function readSequence(reader: Reader): Node {
  const nodes: Node[] = []
  while (reader.at < reader.source.length && !'|)'.includes(reader.source.charAt(reader.at)))
    nodes.push(readQuantified(reader))
  const [first] = nodes
  if (nodes.length === 1 && first !== undefined) return first
  const matchFrom = (index: number): Matcher => {
    const node = nodes[index]
    if (node === undefined) return (_run, at, rest) => rest(at)
    const next = matchFrom(index + 1)
    return (run, at, rest) => node.match(run, at, (behind) => next(run, behind, rest))
  }
  return {
    match: matchFrom(0),
    unit: null,
    most: nodes.reduce((sum, { most }) => sum + most, 0),
    opens: first?.opens ?? false,
  }
}

const QUANTIFIER = /(?:\*|\+|\?|\{(\d+)(,(\d*))?\})(\??)/y

function readQuantified(reader: Reader): Node {
  const groupsBefore = reader.groups
  const node = readAtom(reader)
  QUANTIFIER.lastIndex = reader.at
  const found = QUANTIFIER.exec(reader.source)
  if (found === null) return node
  reader.at += found[0].length
  const [sign, least, range, most, lazy] = found
  const low = least === undefined ? (sign.startsWith('+') ? 1 : 0) : Number(least)
  const high =
    least === undefined
      ? sign.startsWith('?')
        ? 1
        : Infinity
      : range === undefined
        ? low
        : most === ''
          ? Infinity
          : Number(most)
  const { unit } = node
  const longest = high === 0 || node.most === 0 ? 0 : node.most * high
  const match =
    unit === null
      ? repeated(node.match, low, high, lazy === '?', [groupsBefore, reader.groups])
      : unitsRepeated(unit, low, high, lazy === '?')
  return { match, unit: null, most: longest, opens: node.opens && low > 0 }
}

function repeated(match: Matcher, low: number, high: number, isLazy: boolean, groups: [number, number]): Matcher {
  const again = (run: Run, at: number, rest: Rest, times: number): boolean => {
    const more = (): boolean =>
      times < high &&
      match(run, at, (behind) => (behind === at && times >= low ? false : again(run, behind, rest, times + 1)))
    run.count++
    if (times < low) return more()
    run.captures.fill(undefined, ...groups)
    return isLazy ? rest(at) || more() : more() || rest(at)
  }
  return (run, at, rest) => again(run, at, rest, 0)
}

/** Without a frame of the stack for each unit. */
function unitsRepeated(unit: (run: Run, at: number) => number, low: number, high: number, isLazy: boolean): Matcher {
  return (run, from, rest) => {
    const ends = [from]
    const takeOne = (): boolean => {
      const at = ends.at(-1) ?? from
      const length = ends.length > high ? 0 : unit(run, at)
      if (length > 0) ends.push(at + length)
      return length > 0
    }
    if (isLazy) {
      for (;;) {
        run.count++
        if (ends.length > low && rest(ends.at(-1) ?? from)) return true
        if (!takeOne()) return false
      }
    }
    while (takeOne());
    for (; ends.length > low; ends.pop()) {
      run.count++
      if (rest(ends.at(-1) ?? from)) return true
    }
    return false
  }
}

const GROUP = /\((?:\?(?<kind>:|=|!|<=|<!|<(?<name>\w+)>))?/y
const ASSERTION = /\^|\$|\\[bB]/y
const BACKREFERENCE = /\\(?:([1-9]\d*)|k<(\w+)>)/y
const ONE =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}(?:\\u[dD][c-fC-F][\da-fA-F]{2})?|x[\da-fA-F]{2}|.)|\[(?:\\.|[^\]\\])*\]|[^]/suy

function readAtom(reader: Reader): Node {
  const group = read(reader, GROUP)
  if (group !== null) return readGroup(reader, group.groups?.['kind'], reader.at - group[0].length)
  const assertion = read(reader, ASSERTION)?.[0]
  if (assertion !== undefined) {
    const holds = new RegExp(assertion, `${reader.flags}y`)
    return {
      match: (run, at, rest) => holdsAt(holds, run, at) && rest(at),
      unit: null,
      most: 0,
      opens: assertion === '^',
    }
  }
  const reference = read(reader, BACKREFERENCE)
  if (reference !== null) {
    const index = reference[1] === undefined ? reader.names.indexOf(reference[2] ?? '') : Number(reference[1]) - 1
    const match: Matcher = (run, at, rest) => {
      const captured = run.captures[index] ?? ''
      run.count += captured.length
      return run.text.startsWith(captured, at) && rest(at + captured.length)
    }
    return { match, unit: null, most: Infinity, opens: false }
  }
  const unit = unitOf(read(reader, ONE)?.[0] ?? '', reader.flags)
  const match: Matcher = (run, at, rest) => {
    const length = unit(run, at)
    return length > 0 && rest(at + length)
  }
  return { match, unit, most: 2, opens: false }
}

function readGroup(reader: Reader, kind: string | undefined, from: number): Node {
  const isCapturing = kind === undefined || /^<\w/.test(kind)
  const index = isCapturing ? reader.groups++ : -1
  const inside = readAlternatives(reader)
  reader.at++
  if (kind === '<=' || kind === '<!') {
    const holds = new RegExp(reader.source.slice(from, reader.at), `${reader.flags}y`)
    const match: Matcher = (run, at, rest) => {
      run.count += Math.min(at, inside.most)
      return holdsAt(holds, run, at) && rest(at)
    }
    return { match, unit: null, most: 0, opens: false }
  }
  if (kind === '=' || kind === '!') {
    const match: Matcher = (run, at, rest) => inside.match(run, at, () => true) === (kind === '=') && rest(at)
    return { match, unit: null, most: inside.most, opens: false }
  }
  if (!isCapturing) return { ...inside, unit: null }
  const match: Matcher = (run, at, rest) =>
    inside.match(run, at, (end) => {
      const before = run.captures[index]
      run.captures[index] = run.text.slice(at, end)
      if (rest(end)) return true
      run.captures[index] = before
      return false
    })
  return { ...inside, match, unit: null }
}

function holdsAt(pattern: RegExp, run: Run, at: number): boolean {
  run.count++
  pattern.lastIndex = at
  return pattern.test(run.text)
}

/** The length of the character at a place when it is one of these; 0 when it is not. */
function unitOf(source: string, flags: string): (run: Run, at: number) => number {
  const pattern = new RegExp(`^${source}$`, flags.replace('m', ''))
  const isWide = /[uv]/.test(flags)
  const answers = new Map<number, boolean>()
  return (run, at) => {
    run.count++
    if (at >= run.text.length) return 0
    const point = (isWide ? run.text.codePointAt(at) : run.text.charCodeAt(at)) ?? 0
    let answer = answers.get(point)
    if (answer === undefined) answers.set(point, (answer = pattern.test(String.fromCodePoint(point))))
    return answer ? (point > 0xff_ff ? 2 : 1) : 0
  }
}

function read(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.source)
  if (found !== null) reader.at += found[0].length
  return found
}
