-- Tells whether a score's text is still the one that a process remembers. Made from the text itself, so that nobody who
-- changes one can forget the other; 64 bits, compared only with what the same column said before.
alter table current_score add column version text not null generated always as (to_hex(hashtextextended(score, 0))) stored;
