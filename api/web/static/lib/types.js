// Shapes that several modules share, as the service sends them. Nothing here runs.

/** A value whose form only a game's schema knows; the service checks it. @typedef {any} Json */

/** @typedef {{ name: string, [field: string]: Json }} Player */
/** What lies on the table. @typedef {{ players: Player[], [field: string]: Json }} State */

/**
 * A JSON Schema, as far as the page reads it.
 * @typedef {object} Schema
 * @property {string} [type]
 * @property {string} [title]
 * @property {string} [description]
 * @property {Json} [default]
 * @property {Json} [const]
 * @property {Json[]} [enum]
 * @property {string} [$ref]
 * @property {Schema[]} [allOf]
 * @property {Schema[]} [anyOf]
 * @property {Schema[]} [oneOf]
 * @property {{ [name: string]: Schema }} [$defs]
 * @property {{ [name: string]: Schema }} [properties]
 * @property {string[]} [required]
 * @property {Schema} [items]
 * @property {Schema[]} [prefixItems]
 * @property {Schema} [additionalProperties]
 * @property {Schema} [propertyNames]
 * @property {string} [pattern]
 * @property {string} [format]
 * @property {number} [minLength]
 * @property {number} [maxLength]
 * @property {number} [minItems]
 * @property {number} [maxItems]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [exclusiveMinimum]
 * @property {number} [exclusiveMaximum]
 * @property {boolean} [optional] whether null is allowed: told by `resolve`
 */

/** @typedef {{ item: string, field: string, question: string, lines?: string[] }} Missing */
/**
 * @typedef {object} Award
 * @property {string} rule
 * @property {number | null} points
 * @property {string} arithmetic
 * @property {string[]} evidence
 * @property {string} subject
 * @property {string} note
 * @property {number} floor
 * @property {boolean} told whether a person told the points
 * @property {string} line the name under which the line is told
 */
/** @typedef {{ player: string, awards: Award[], missing: Missing[], total: number | null, at_least: number }} Sheet */
/** @typedef {{ rank: number, player: string, total: number | null, decided_by: string | null, note: string }} Place */
/**
 * One thing that the final number waits for; `seat` is null for what the whole table shares.
 * @typedef {object} Need
 * @property {number | null} seat
 * @property {string} what
 * @property {string} place
 * @property {"tap" | "photo" | "name" | "printed"} way
 * @property {string[]} lines
 * @property {boolean} or_none
 */
/** @typedef {{ places: Place[], winners: string[], over: boolean }} Standing */
/** @typedef {{ sheets: Sheet[], standing: Standing, remarks: string[], needs: Need[], extra: Json }} Score */
/** @typedef {{ rule: string, where: string[], message: string }} Problem */
/** @typedef {{ value: string | number, label: string }} Choice */
/**
 * What only a person can tell about a photo; with `where` the answer goes to this place of the state.
 * @typedef {{ id: string, text: string, choices: Choice[], where: string | null, box?: Box | null }} Open
 */

/** @typedef {[left: number, top: number, right: number, bottom: number]} Box */
/**
 * A piece of a photo.
 * @typedef {object} Piece
 * @property {string} id
 * @property {Box} box
 * @property {number} confidence
 * @property {number} [colour_confidence]
 * @property {string | null} [path]
 * @property {string} [code]
 * @property {string | number} [place]
 * @property {boolean} [by_hand]
 * @property {{ code: string }[]} [options]
 */
/** @typedef {{ id: string, player: number, pieces: Piece[] }} TablePhoto */
/** @typedef {{ id: string, label: string, state: State }} Snapshot */
/**
 * @typedef {object} TableDocument
 * @property {string} title
 * @property {{ colour: string }[]} seats
 * @property {State} state
 * @property {{ [line: string]: number }[]} told what people said of each player's sheet
 * @property {Snapshot[]} snapshots
 * @property {TablePhoto[]} photos
 * @property {boolean} finished
 * @property {boolean} [sample] whether it is a bundled game to look around in
 */
/** What a move keeps for later tables. @typedef {{ item: string, field: string, value: Json }} KeptValue */
/**
 * Something that can be done with one press.
 * @typedef {{ place: string, title: string, changes: import("./changes.js").Patch[], keep: KeptValue[] }} Move
 */
/** @typedef {{ [question: string]: { [name: string]: Json } }} ToldQuestions */
/**
 * A table as all phones see it.
 * @typedef {object} TableView
 * @property {string} id
 * @property {string} game
 * @property {number} version
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 * @property {TableDocument} document
 * @property {Score} score
 * @property {Problem[]} problems
 * @property {Open[][]} before_photo
 * @property {string[]} [out_of_play] components that this table does not use
 * @property {Move[][]} [moves] what every player can do now with one press
 * @property {ToldQuestions[]} [told] what the table tells of questions, for every player
 */

/**
 * A rule in the page's language.
 * @typedef {object} Rule
 * @property {string} id
 * @property {string} title
 * @property {string} text
 * @property {string | null} note
 * @property {string} source
 * @property {string} origin where it can be read, or how sure it is
 * @property {string[]} related
 */
/**
 * A component that a question names.
 * @typedef {object} NamedCard
 * @property {string} item
 * @property {string} name
 * @property {string} kind
 * @property {{ field: string, ask: string, value: string, known_from: string }[]} known
 * @property {number} unknown how many of its printed values nobody has told yet
 */
/**
 * Something that a question in own words may be about.
 * @typedef {object} Found
 * @property {string | null} verdict yes, no, number, answer, silent or card; null for a bare rule
 * @property {string} headline what is said first
 * @property {string} say
 * @property {string | null} answer
 * @property {string | null} referee the question that settles a concrete case
 * @property {NamedCard | null} card
 * @property {Rule[]} rules first the one that decides
 */
/**
 * What answers a question in own words, best first; not sure: no book does, and all are only near.
 * @typedef {{ lang: string, sure: boolean, case: string | null, headline: string, hits: Found[] }} Reply
 */
/**
 * A question to the referee.
 * @typedef {object} Question
 * @property {string} id
 * @property {string} title
 * @property {Schema & { properties: { [name: string]: Schema } }} ask
 * @property {Json} example
 */
/** @typedef {{ text: string, rule: string, state: Json }} Step */
/**
 * The answer of the referee.
 * @typedef {object} Ruling
 * @property {string} verdict
 * @property {string | null} legal yes, no, or open; null where nobody asked that
 * @property {string[]} rules
 * @property {Step[]} steps
 * @property {Json} data
 * @property {Missing[]} missing
 */

/**
 * All that a game's module may do with the table. Changes are small, so that those of several phones fit together;
 * a refused one is undone on the screen and throws its sentence.
 * @template {State} [S=State]
 * @typedef {object} GameTable
 * @property {string} id
 * @property {S} state what lies there now
 * @property {number} version another number after every change
 * @property {number} seat the player that this phone looks at
 * @property {Score} score
 * @property {string} game
 * @property {(seat: number) => Move[]} movesOf what a player can do now with one press
 * @property {(seat: number) => ToldQuestions} toldTo what the table tells of questions about a player
 * @property {(move: Move) => Promise<void>} move
 * @property {(seat: number) => string | undefined} colourOf
 * @property {(path: string, value: Json) => Promise<void>} set what lies at a place
 * @property {(path: string, count: number) => Promise<void>} add to a number
 * @property {(path: string, step: import("./changes.js").Step) => Promise<void>} change what a form changed at a place
 * @property {() => Promise<void>} settled until the service has what was changed here, or cannot be reached
 * @property {(listener: () => void) => () => void} follow hear of every change until the returned function is called
 * @property {(list: string, value: Json) => Promise<void>} put one more into a list, at its end
 * @property {(path: string) => Promise<void>} take an entry out of its list
 * @property {() => Promise<void>} refresh fetch it again although nothing on it changed: a printed value did
 * @property {(player: number | null) => Promise<string>} drawn the table, or what lies before one player, as SVG
 */

/**
 * What a game's module needs to know of its game.
 * @typedef {object} Context
 * @property {Schema} schema
 * @property {Schema} root the schema that references are looked up in
 * @property {{ [id: string]: { kind: string, name: string } }} names
 * @property {(id: Json) => string | undefined} label
 * @property {{ reads_photos: boolean }} [game]
 * @property {GameTable | null} [table]
 * @property {Picker} [picker]
 * @property {(schema: Schema, name: string) => boolean} [skip] for parts of a form that are filled in elsewhere
 */

/** @typedef {(value: Json) => void} OnChange */
/**
 * The game's own editor inside forms, or null.
 * @typedef {(schema: Schema, value: Json, onChange: OnChange, name: string) => HTMLElement | null} Picker
 */
/** Something on the page that follows the table. @typedef {{ element: HTMLElement, refresh(): void }} Part */

/**
 * How pieces of a photo are shown and changed.
 * @typedef {object} PieceKind
 * @property {(piece: { code?: string }) => string} name
 * @property {(piece: { code?: string }, size: number) => Element} image
 * @property {(piece: { code?: string }, size: number) => Element} mark what stands on it in the photo, as SVG
 * @property {(piece: { code?: string } | null, onChange: (value: { code: string }) => void) => Element} keys
 * @property {{ code: string }} fresh
 */
/** @typedef {(question: Question, context: Context, table: GameTable | null) => Promise<void> | void} OpenQuestion */

/**
 * Everything of a player besides the pieces on the board, told on one sheet; opened at a part of it.
 * @typedef {(table: GameTable, seat: number, context: Context, first?: string) => Promise<unknown>} Rest
 */

/**
 * A game's side of the page.
 * @typedef {object} GameModule
 * @property {(table: GameTable, seat: number, context: Context) => Part} entry
 * @property {Picker} [picker]
 * @property {() => Promise<PieceKind>} [piece]
 * @property {Rest} [rest]
 * @property {(question: Question, table: GameTable, seat: number) => { [name: string]: Json }} [fillAsk]
 * @property {{ [question: string]: { icon: string, load: () => Promise<{ open: OpenQuestion }> } }} [questions]
 */

/**
 * Dice that look alike: the code of one begins with the code of its kind.
 * @typedef {{ code: string, name: string, faces: { code: string, name: string }[] }} DieKind
 */
/**
 * A game as the first answer tells it.
 * @typedef {object} GameCard
 * @property {string} id
 * @property {string} title
 * @property {[least: number, most: number]} players
 * @property {{ letters: string, colours: string[] } | null} emblem
 * @property {string[]} seat_colours
 * @property {boolean} shared
 * @property {boolean} drawn whether it has a drawing of its own
 * @property {boolean} page
 * @property {boolean} styles
 * @property {DieKind[]} dice
 * @property {{ places: Choice[], turns: Choice[] } | null} photo
 */
/**
 * The first answer of the service, inside the page.
 * @typedef {object} Boot
 * @property {string} lang
 * @property {{ [lang: string]: string }} languages
 * @property {{ [text: string]: string }} texts
 * @property {string} version
 * @property {"host" | "guest"} role
 * @property {GameCard[]} games
 * @property {string[]} broken
 * @property {{ unsure: number, frames: number }} reading
 * @property {boolean} [pocket] whether it runs without a server
 */

export {};
