from enum import Enum
from typing import Annotated, Optional

from fastapi import Cookie, FastAPI, Header, HTTPException, Path, Query, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field


class Kind(str, Enum):
    paper = "paper"
    audio = "audio"


class Line(BaseModel):
    sku: str = Field(pattern=r"^[A-Z]{3}-[0-9]+$", examples=["ABC-1"])
    quantity: int = Field(ge=1, le=100)
    price: Optional[float] = None


class NewOrder(BaseModel):
    kind: Kind
    lines: list[Line] = Field(min_length=1)
    note: Optional[str] = Field(default=None, max_length=40)


class Order(NewOrder):
    id: int
    total: float


class Problem(BaseModel):
    detail: str


app = FastAPI(title="Shop", version="1")
orders: dict[int, Order] = {}
missing = {404: {"model": Problem}}


def found(order_id: int) -> Order:
    if order_id not in orders:
        raise HTTPException(404, "there is no such order")
    return orders[order_id]


@app.post("/orders", status_code=201, operation_id="createOrder", tags=["orders"])
def create(order: NewOrder, x_trace: Annotated[Optional[str], Header(max_length=20)] = None) -> Order:
    made = Order(id=len(orders) + 1, total=2.5 * len(order.lines), **order.model_dump())
    orders[made.id] = made
    return made


@app.get("/orders", operation_id="listOrders", tags=["orders"])
def every(
    kind: Optional[Kind] = None,
    limit: Annotated[int, Query(ge=1, le=10)] = 10,
    sku: Annotated[list[str], Query()] = [],
    session: Annotated[Optional[str], Cookie()] = None,
) -> list[Order]:
    chosen = [o for o in orders.values() if kind in (None, o.kind)]
    chosen = [o for o in chosen if not sku or any(l.sku in sku for l in o.lines)]
    return chosen[:limit]


@app.get("/orders/wrong", operation_id="wrongOrder", tags=["wrong"], response_model=Order)
def wrong():
    # What is returned as a response is not checked against the model.
    return JSONResponse({"id": "seven", "kind": "paper", "lines": [], "total": 1.5})


@app.get("/orders/{order_id}", operation_id="getOrder", tags=["orders"], responses=missing)
def one(order_id: Annotated[int, Path(ge=1)]) -> Order:
    return found(order_id)


@app.put("/orders/{order_id}/note", operation_id="putNote", tags=["orders"], responses=missing)
def note(order_id: int, text: Annotated[str, Query(max_length=40)]) -> Order:
    order = found(order_id)
    order.note = text
    return order


@app.delete("/orders/{order_id}", status_code=204, operation_id="deleteOrder", tags=["orders"], responses=missing)
def delete(order_id: int) -> Response:
    del orders[found(order_id).id]
    return Response(status_code=204)
